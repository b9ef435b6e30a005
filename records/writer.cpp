// Record files out (writer.h): a buffer of one zstd frame's records, then the file.
#include "records/writer.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "engine/base/files.h"

namespace tabiya {
namespace {

// Part of the format: the same records give the same compressed bytes for one libzstd (README.md).
constexpr std::size_t kFrameRecords = 32768;
constexpr int kLevel = 3;

}  // namespace

struct RecordWriter::State {
  AtomicFile file;
  std::string path;
  Form form;
  ZSTD_CCtx* zstd = nullptr;
  std::vector<Record> pending;
  std::vector<u8> compressed;
  u64 written = 0;

  State(const std::string& p, Form f) : file(p), path(p), form(f) {
    pending.reserve(kFrameRecords);
    if (form == Form::Raw) return;
    zstd = ZSTD_createCCtx();
    if (!zstd) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_contentSizeFlag, 1);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    compressed.resize(ZSTD_compressBound(kFrameRecords * kRecordSize));
  }
  ~State() { ZSTD_freeCCtx(zstd); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void flush() {
    if (pending.empty()) return;
    const std::size_t size = pending.size() * kRecordSize;
    if (form == Form::Raw) {
      file.write(pending.data(), size);
    } else {
      const std::size_t got = ZSTD_compress2(zstd, compressed.data(), compressed.size(), pending.data(), size);
      if (ZSTD_isError(got))
        throw std::runtime_error("cannot compress " + path + ": " + std::string(ZSTD_getErrorName(got)));
      file.write(compressed.data(), got);
    }
    pending.clear();
  }
};

RecordWriter::RecordWriter(const std::string& path, Form form) : state_(std::make_unique<State>(path, form)) {}
RecordWriter::~RecordWriter() = default;
RecordWriter::RecordWriter(RecordWriter&&) noexcept = default;

void RecordWriter::write(std::span<const Record> records) {
  while (!records.empty()) {
    const std::size_t n = std::min(records.size(), kFrameRecords - state_->pending.size());
    state_->pending.insert(state_->pending.end(), records.begin(), records.begin() + static_cast<std::ptrdiff_t>(n));
    state_->written += n;
    records = records.subspan(n);
    if (state_->pending.size() == kFrameRecords) state_->flush();
  }
}

void RecordWriter::flush() {
  state_->flush();
}

void RecordWriter::finish() {
  state_->flush();
  state_->file.commit();
}

u64 RecordWriter::written() const {
  return state_->written;
}

}  // namespace tabiya
