// The .nnue file both ways, and the checks that every network passes before it is used.
#include "nets/network.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "engine/base/bytes.h"
#include "engine/base/files.h"

namespace tabiya {
namespace {

constexpr std::size_t kHeaderBytes = 48;
constexpr std::size_t kChecksumOffset = 40;
constexpr std::size_t kKingMapBytes = 64;
constexpr char kMagic[] = "TABIYANN";
constexpr u32 kVersion = 1;

std::string number(i64 n) {
  return std::to_string(n);
}

Error wrong(const std::string& name, int offset, const std::string& found) {
  return {name + ": byte " + number(offset) + ": " + found};
}

u64 kingMapSize(const NetArch& arch) {
  return arch.features == FeatureSet::MirroredBuckets ? kKingMapBytes : 0;
}

u64 payloadBytes(const NetArch& arch) {
  const u64 hidden = arch.hidden, buckets = arch.outputBuckets;
  return kingMapSize(arch) + 2 * (arch.inputs() * hidden + hidden + buckets * 2 * hidden) + 4 * buckets;
}

u64 checksum(std::span<const u8> file) {
  const u64 header = fnv1a64(file.data(), kChecksumOffset);
  return fnv1a64(file.data() + kHeaderBytes, file.size() - kHeaderBytes, header);
}

// Takes the header's fields apart; their values are judged by checkArch.
NetArch archOf(const u8* header) {
  NetArch arch;
  arch.features = static_cast<FeatureSet>(loadLittle<u16>(header + 12));
  arch.kingBuckets = loadLittle<u16>(header + 14);
  // Beyond kMaxHidden in any case when it does not fit an int.
  arch.hidden = static_cast<int>(std::min<u32>(loadLittle<u32>(header + 16), 0x7fffffff));
  arch.activation = static_cast<Activation>(header[20]);
  arch.outputBuckets = header[21];
  arch.evalScaleMilli = loadLittle<i32>(header + 28);
  return arch;
}

Result<NetArch> readHeader(std::span<const u8> bytes, const std::string& name) {
  if (bytes.size() < kHeaderBytes)
    return Error{name + ": too short for a network: " + number(bytes.size()) + " bytes, and the header alone has " +
                 number(kHeaderBytes)};
  const u8* header = bytes.data();
  if (!std::equal(header, header + 8, kMagic))
    return wrong(name, 0, "not a Tabiya network: it does not begin with " + std::string(kMagic));
  const u32 version = loadLittle<u32>(header + 8);
  if (version != kVersion)
    return wrong(name, 8,
                 "network format version " + number(version) + ", and this program reads version " + number(kVersion) +
                     (version > kVersion ? ": a newer Tabiya made it" : ""));
  const u16 reserved = loadLittle<u16>(header + 22);
  if (reserved != 0) return wrong(name, 22, "the reserved field is " + number(reserved) + ", expected 0");
  const u16 qa = loadLittle<u16>(header + 24), qb = loadLittle<u16>(header + 26);
  if (qa != kQA) return wrong(name, 24, "QA is " + number(qa) + ", expected " + number(kQA));
  if (qb != kQB) return wrong(name, 26, "QB is " + number(qb) + ", expected " + number(kQB));
  const NetArch arch = archOf(header);
  if (auto good = checkArch(arch); !good) return Error{name + ": " + good.error()};
  const u64 payload = loadLittle<u64>(header + 32);
  if (payload != payloadBytes(arch))
    return wrong(name, 32,
                 "the payload should have " + std::to_string(payload) + " bytes, but this architecture has " +
                     std::to_string(payloadBytes(arch)));
  if (bytes.size() != kHeaderBytes + payload)
    return Error{name + (bytes.size() < kHeaderBytes + payload ? ": cut short: " : ": bytes left over: ") +
                 number(bytes.size()) + " bytes, and its header promises " + number(kHeaderBytes + payload)};
  const u64 expected = loadLittle<u64>(header + kChecksumOffset);
  if (checksum(bytes) != expected)
    return wrong(name, kChecksumOffset, "the checksum does not match: the file is damaged");
  return arch;
}

template <class T>
std::vector<T> readBlock(const u8*& from, std::size_t count) {
  std::vector<T> values(count);
  for (T& value : values) {
    value = loadLittle<T>(from);
    from += sizeof(T);
  }
  return values;
}

template <class T>
void writeBlock(std::vector<u8>& to, const std::vector<T>& values) {
  u8 bytes[sizeof(T)];
  for (const T value : values) {
    storeLittle(bytes, value);
    to.insert(to.end(), bytes, bytes + sizeof(T));
  }
}

Result<void> checkSize(const char* what, std::size_t found, std::size_t expected) {
  if (found == expected) return {};
  return Error{std::to_string(found) + " " + what + ", expected " + std::to_string(expected)};
}

// The first value beyond +-limit, by its number in the block.
Result<void> checkBound(const char* what, const std::vector<i16>& values, int limit) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::abs(int{values[i]}) > limit)
      return Error{std::string(what) + " " + std::to_string(i) + " is " + number(values[i]) + ", beyond +-" +
                   number(limit)};
  return {};
}

// A mirrored board looks the same whichever half the king came from, so both halves of the map must say the same.
Result<void> checkKingMap(const NetArch& arch, const std::vector<u8>& map) {
  if (auto good = checkSize("king map entries", map.size(), kingMapSize(arch)); !good) return good;
  for (std::size_t square = 0; square < map.size(); ++square) {
    if (map[square] >= arch.kingBuckets)
      return Error{"the king map's entry " + std::to_string(square) + " is " + number(map[square]) +
                   ", and there are " + number(arch.kingBuckets) + " king buckets"};
    if (map[square] != map[square ^ 7])
      return Error{"the king map differs between its halves at entry " + std::to_string(square) + ": " +
                   number(map[square]) + " and " + number(map[square ^ 7])};
  }
  return {};
}

}  // namespace

Result<void> checkArch(const NetArch& arch) {
  const int set = static_cast<int>(arch.features), activation = static_cast<int>(arch.activation);
  if (set < 1 || set > 3) return Error{"feature set " + number(set) + ", expected 1, 2 or 3"};
  const int maxBuckets = arch.features == FeatureSet::MirroredBuckets ? 64 : 1;
  if (arch.kingBuckets < 1 || arch.kingBuckets > maxBuckets)
    return Error{number(arch.kingBuckets) + " king buckets, expected " + (maxBuckets == 1 ? "1" : "1 to 64")};
  if (arch.hidden < 16 || arch.hidden > kMaxHidden || arch.hidden % 16 != 0)
    return Error{"hidden size " + number(arch.hidden) + ", expected a multiple of 16 from 16 to " + number(kMaxHidden)};
  if (activation != 1 && activation != 2)
    return Error{"activation " + number(activation) + ", expected 1 (CReLU) or 2 (SCReLU)"};
  if (arch.outputBuckets != 1 && arch.outputBuckets != 8)
    return Error{number(arch.outputBuckets) + " output buckets, expected 1 or 8"};
  if (arch.evalScaleMilli < 1 || arch.evalScaleMilli > kMaxEvalScaleMilli)
    return Error{"eval scale " + number(arch.evalScaleMilli) + " thousandths of a centipawn, expected 1 to " +
                 number(kMaxEvalScaleMilli)};
  return {};
}

Result<void> checkNetwork(const Network& network) {
  const NetArch& arch = network.arch;
  const std::size_t hidden = arch.hidden, buckets = arch.outputBuckets;
  if (auto good = checkArch(arch); !good) return good;
  if (auto good = checkKingMap(arch, network.kingMap); !good) return good;
  if (auto good = checkSize("input weights", network.inputWeights.size(), arch.inputs() * hidden); !good) return good;
  if (auto good = checkSize("input biases", network.inputBiases.size(), hidden); !good) return good;
  if (auto good = checkSize("output weights", network.outputWeights.size(), buckets * 2 * hidden); !good) return good;
  if (auto good = checkSize("output biases", network.outputBiases.size(), buckets); !good) return good;
  if (auto good = checkBound("input weight", network.inputWeights, kMaxInputWeight); !good) return good;
  if (auto good = checkBound("input bias", network.inputBiases, kMaxInputWeight); !good) return good;
  return checkBound("output weight", network.outputWeights, kMaxOutputWeight);
}

Result<Network> readNetwork(std::span<const u8> bytes, const std::string& name) {
  auto header = readHeader(bytes, name);
  if (!header) return Error{header.error()};
  Network network;
  network.arch = *header;
  const std::size_t hidden = network.arch.hidden, buckets = network.arch.outputBuckets;
  const u8* from = bytes.data() + kHeaderBytes;
  network.kingMap = readBlock<u8>(from, kingMapSize(network.arch));
  network.inputWeights = readBlock<i16>(from, network.arch.inputs() * hidden);
  network.inputBiases = readBlock<i16>(from, hidden);
  network.outputWeights = readBlock<i16>(from, buckets * 2 * hidden);
  network.outputBiases = readBlock<i32>(from, buckets);
  if (auto good = checkNetwork(network); !good) return Error{name + ": " + good.error()};
  return network;
}

Result<Network> readNetworkFile(const std::string& path) {
  auto bytes = readWholeFile(path);
  if (!bytes) return Error{bytes.error()};
  return readNetwork(*bytes, path);
}

std::vector<u8> writeNetwork(const Network& network) {
  assert(checkNetwork(network).ok());
  const NetArch& arch = network.arch;
  std::vector<u8> file(kHeaderBytes, 0);
  file.reserve(kHeaderBytes + payloadBytes(arch));
  std::copy_n(kMagic, 8, file.data());
  storeLittle<u32>(&file[8], kVersion);
  storeLittle<u16>(&file[12], static_cast<u16>(arch.features));
  storeLittle<u16>(&file[14], static_cast<u16>(arch.kingBuckets));
  storeLittle<u32>(&file[16], static_cast<u32>(arch.hidden));
  file[20] = static_cast<u8>(arch.activation);
  file[21] = static_cast<u8>(arch.outputBuckets);
  storeLittle<u16>(&file[24], kQA);
  storeLittle<u16>(&file[26], kQB);
  storeLittle<i32>(&file[28], arch.evalScaleMilli);
  storeLittle<u64>(&file[32], payloadBytes(arch));
  writeBlock(file, network.kingMap);
  writeBlock(file, network.inputWeights);
  writeBlock(file, network.inputBiases);
  writeBlock(file, network.outputWeights);
  writeBlock(file, network.outputBiases);
  storeLittle<u64>(&file[kChecksumOffset], checksum(file));
  return file;
}

void writeNetworkFile(const Network& network, const std::string& path) {
  writeWholeFile(path, writeNetwork(network));
}

std::string networkHash(const Network& network) {
  const std::vector<u8> file = writeNetwork(network);
  u64 hash = fnv1a64(file.data(), file.size());
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) text[i] = "0123456789abcdef"[hash & 15];
  return text;
}

const char* toString(FeatureSet features) {
  switch (features) {
    case FeatureSet::Plain:
      return "plain";
    case FeatureSet::Mirrored:
      return "mirrored";
    case FeatureSet::MirroredBuckets:
      return "mirrored with king buckets";
  }
  return "unknown";
}

const char* toString(Activation activation) {
  return activation == Activation::CReLU ? "CReLU" : "SCReLU";
}

}  // namespace tabiya
