// Record files in (reader.h): bytes from the disk, through zstd where the file is compressed, cut into records.
#include "records/reader.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace tabiya {
namespace {

constexpr std::array<u8, 4> kZstdMagic{0x28, 0xb5, 0x2f, 0xfd};
constexpr std::size_t kInputBlock = 1 << 20;
// A file is taken for a foreign one when none of its first records is good.
constexpr std::size_t kProbe = 64;

std::string number(u64 n) {
  return std::to_string(n);
}

std::string hexBytes(const u8* bytes, std::size_t n) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < n; ++i) {
    if (i) text += ' ';
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

// The sum of the frames' content sizes in records; 0 when any is unknown or the file is cut short (reading will say).
u64 recordsInFrames(int fd, u64 size) {
  void* map = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (map == MAP_FAILED) return 0;
  const u8* at = static_cast<const u8*>(map);
  u64 left = size, total = 0;
  while (left > 0) {
    const unsigned long long content = ZSTD_getFrameContentSize(at, left);
    const std::size_t frame = ZSTD_findFrameCompressedSize(at, left);
    if (content == ZSTD_CONTENTSIZE_UNKNOWN || content == ZSTD_CONTENTSIZE_ERROR || ZSTD_isError(frame)) {
      total = 0;
      break;
    }
    total += content;
    at += frame;
    left -= frame;
  }
  ::munmap(map, size);
  return total / kRecordSize;
}

bool isGood(const Record& record) {
  Record copy = record;
  RecordMends mends;
  return checkRecord(copy, &mends) == RecordFault::None;
}

// bulletformat has the result and the kings' squares where a record has its fullmove number and score, then zeros. A
// record looks like that only at moves 0 to 2, lost by White, its move unknown: a file does not begin with many of
// them.
constexpr std::size_t kFewestOfBullet = 8;
bool isBullet(const Record& record) {
  const auto& b = record.bytes;
  return b[26] <= 2 && b[27] < 64 && b[28] < 64 && b[29] == 0 && b[30] == 0 && b[31] == 0;
}

}  // namespace

struct RecordReader::State {
  std::string path;
  int fd = -1;
  u64 fileSize = 0;
  u64 expected = 0;
  ZSTD_DStream* zstd = nullptr;  // null: raw
  // zstd only: compressed bytes not yet taken, and where they end in the file.
  std::vector<u8> input;
  std::size_t inputAt = 0, inputEnd = 0;
  u64 fileAt = 0;
  bool insideFrame = false;
  // The first records, decoded by open() to see whether this is a record file at all.
  std::vector<Record> ahead;
  std::size_t aheadAt = 0;
  u64 bytesOut = 0;

  ~State() {
    ZSTD_freeDStream(zstd);
    if (fd >= 0) ::close(fd);
  }

  // Up to `size` bytes from the file; 0 only at its end.
  Result<std::size_t> readBytes(u8* to, std::size_t size) {
    std::size_t have = 0;
    while (have < size) {
      const ssize_t got = ::read(fd, to + have, size - have);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return Error{"cannot read " + path + " at offset " + number(fileAt) + ": " + std::strerror(errno)};
      if (got == 0) break;
      have += static_cast<std::size_t>(got);
      fileAt += static_cast<u64>(got);
    }
    return have;
  }

  // Fills `to` with decompressed bytes, short only at the end of the file.
  Result<std::size_t> inflate(u8* to, std::size_t size) {
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos < size) {
      if (inputAt == inputEnd) {
        auto got = readBytes(input.data(), input.size());
        if (!got) return got;
        inputAt = 0;
        inputEnd = *got;
        if (*got == 0 && insideFrame)
          return Error{path + " is cut short: the file ends at byte " + number(fileAt) +
                       " inside a zstd frame, after " + number((bytesOut + out.pos) / kRecordSize) + " records"};
        if (*got == 0) break;
      }
      ZSTD_inBuffer in{input.data(), inputEnd, inputAt};
      const std::size_t state = ZSTD_decompressStream(zstd, &out, &in);
      inputAt = in.pos;
      if (ZSTD_isError(state))
        return Error{path + " is damaged before byte " + number(fileAt - (inputEnd - inputAt)) + ": zstd says '" +
                     ZSTD_getErrorName(state) + "' after " + number((bytesOut + out.pos) / kRecordSize) + " records"};
      insideFrame = state != 0;
    }
    return out.pos;
  }

  // Whole records only: a rest of less than 32 bytes is an error.
  Result<std::size_t> decode(std::span<Record> out) {
    u8* to = reinterpret_cast<u8*>(out.data());
    auto got = zstd ? inflate(to, out.size_bytes()) : readBytes(to, out.size_bytes());
    if (!got) return got;
    bytesOut += *got;
    if (*got % kRecordSize != 0)
      return Error{path + " is damaged: " + (zstd ? "uncompressed it holds " : "it ended at ") + number(bytesOut) +
                   " bytes, no multiple of 32 (" + number(bytesOut % kRecordSize) + " too many at offset " +
                   number(bytesOut - bytesOut % kRecordSize) + ")"};
    return *got / kRecordSize;
  }

  Result<void> openFile();
  Result<void> chooseForm();
  Result<void> probe();
};

Result<void> RecordReader::State::openFile() {
  // A pipe without a writer would hold us at its opening.
  fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return Error{"cannot read " + path + ": " + std::strerror(errno)};
  struct stat info {};
  if (::fstat(fd, &info) != 0) return Error{"cannot read " + path + ": " + std::strerror(errno)};
  if (S_ISDIR(info.st_mode)) return Error{"cannot read " + path + ": it is a directory, expected a record file"};
  if (!S_ISREG(info.st_mode)) return Error{"cannot read " + path + ": it is no regular file"};
  if (info.st_size == 0) return Error{path + " is empty, expected records of 32 bytes"};
  fileSize = static_cast<u64>(info.st_size);
  return {};
}

// Raw or zstd, by the first bytes. The magic could also be a position's lowest squares; then the name and a good first
// record speak for a raw file.
Result<void> RecordReader::State::chooseForm() {
  Record first;
  const ssize_t got = ::pread(fd, first.bytes.data(), kRecordSize, 0);
  if (got < 0) return Error{"cannot read " + path + ": " + std::strerror(errno)};
  const bool magic = got >= 4 && std::equal(kZstdMagic.begin(), kZstdMagic.end(), first.bytes.begin());
  if (!magic && path.ends_with(".zst"))
    return Error{path + " is no zstd file: it begins " +
                 hexBytes(first.bytes.data(), static_cast<std::size_t>(std::min<ssize_t>(got, 4))) +
                 ", expected 28 b5 2f fd"};
  const bool raw = !magic || (!path.ends_with(".zst") && fileSize % kRecordSize == 0 && isGood(first));
  if (raw) {
    expected = fileSize / kRecordSize;
    return {};
  }
  zstd = ZSTD_createDStream();
  if (!zstd) throw std::bad_alloc();
  input.resize(kInputBlock);
  expected = recordsInFrames(fd, fileSize);
  return {};
}

// Refuses what is no record file, then what is one with a torn end.
Result<void> RecordReader::State::probe() {
  const u64 rest = zstd ? 0 : fileSize % kRecordSize;
  ahead.resize(zstd ? kProbe : std::min<u64>(kProbe, fileSize / kRecordSize));
  auto got = decode(ahead);
  if (!got) return Error{got.error()};
  ahead.resize(*got);
  if (!ahead.empty() && std::none_of(ahead.begin(), ahead.end(), isGood)) {
    Record first = ahead[0];
    RecordMends mends;
    return Error{path + " is no file of 32-byte records: none of its first " + number(ahead.size()) +
                 " is good, the one at offset 0 has a fault: " + toString(checkRecord(first, &mends))};
  }
  if (rest != 0)
    return Error{path + " is cut short or foreign: " + number(fileSize) + " bytes are " +
                 number(fileSize / kRecordSize) + " records of 32 and " + number(rest) + " bytes more, from offset " +
                 number(fileSize - rest)};
  if (ahead.empty()) return Error{path + " holds no records"};
  if (ahead.size() >= kFewestOfBullet && std::all_of(ahead.begin(), ahead.end(), isBullet))
    return Error{path + " is a file of bulletformat: tabiya-records convert --from bullet reads it"};
  return {};
}

RecordReader::RecordReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;

Result<RecordReader> RecordReader::open(const std::string& path) {
  auto state = std::make_unique<State>();
  state->path = path;
  if (auto done = state->openFile(); !done) return Error{done.error()};
  if (auto done = state->chooseForm(); !done) return Error{done.error()};
  if (auto done = state->probe(); !done) return Error{done.error()};
  return RecordReader(std::move(state));
}

Result<std::size_t> RecordReader::read(std::span<Record> out) {
  State& s = *state_;
  const std::size_t fromAhead = std::min(out.size(), s.ahead.size() - s.aheadAt);
  std::copy_n(s.ahead.begin() + static_cast<std::ptrdiff_t>(s.aheadAt), fromAhead, out.begin());
  s.aheadAt += fromAhead;
  if (fromAhead == out.size()) return fromAhead;
  auto got = s.decode(out.subspan(fromAhead));
  if (!got) return got;
  return fromAhead + *got;
}

u64 RecordReader::expectedRecords() const {
  return state_->expected;
}

const std::string& RecordReader::path() const {
  return state_->path;
}

Result<std::vector<Record>> readRecordFile(const std::string& path) {
  auto reader = RecordReader::open(path);
  if (!reader) return Error{reader.error()};
  // The expected size comes from the file, so it is trusted only as far as the bytes on the disk make it likely.
  constexpr std::size_t kBlock = 1 << 16;
  std::error_code error;
  const u64 likely = 2 * std::filesystem::file_size(path, error);
  std::vector<Record> records;
  std::size_t have = 0;
  records.reserve((error ? 0 : std::min<u64>(reader->expectedRecords(), likely)) + kBlock);
  for (;;) {
    records.resize(have + kBlock);
    auto got = reader->read(std::span(records).subspan(have));
    if (!got) return Error{got.error()};
    have += *got;
    if (*got < kBlock) break;
  }
  records.resize(have);
  return records;
}

}  // namespace tabiya
