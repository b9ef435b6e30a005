// tabiya-records convert: records, bulletformat and text into one another.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <system_error>

#include "engine/base/files.h"
#include "records/convert.h"
#include "records/inputs.h"
#include "records/tool.h"
#include "records/writer.h"

namespace tabiya {
namespace {

struct ConvertOptions {
  std::vector<std::string> files;
  std::string from = "auto", to, out;
  bool compress = false;
};

// Where converted records go; nothing stands under the final name before finish().
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void put(const Record& record) = 0;
  virtual void finish() = 0;
};

class RecordSink : public Sink {
 public:
  RecordSink(const std::string& path, RecordWriter::Form form) : writer_(path, form) {}
  void put(const Record& record) override { writer_.write(std::span(&record, 1)); }
  void finish() override { writer_.finish(); }

 private:
  RecordWriter writer_;
};

// Bytes or lines into a file, or onto stdout when the path is "-".
class ByteSink : public Sink {
 public:
  ByteSink(const std::string& path, bool text) : path_(path), text_(text) {
    if (path != "-") file_.emplace(path);
  }
  void put(const Record& record) override {
    if (text_) {
      buffer_ += toText(record);
      buffer_ += '\n';
    } else {
      const BulletRecord bullet = toBullet(record);
      buffer_.append(reinterpret_cast<const char*>(bullet.data()), bullet.size());
    }
    if (buffer_.size() >= kBuffer) flush();
  }
  void finish() override {
    flush();
    if (file_)
      file_->commit();
    else if (std::fflush(stdout) != 0)
      throw std::system_error(errno, std::generic_category());
  }

 private:
  static constexpr std::size_t kBuffer = 1 << 20;
  void flush() {
    if (file_)
      file_->write(buffer_.data(), buffer_.size());
    else if (std::fwrite(buffer_.data(), 1, buffer_.size(), stdout) != buffer_.size())
      throw std::system_error(errno, std::generic_category());
    buffer_.clear();
  }

  std::string path_;
  bool text_;
  std::optional<AtomicFile> file_;
  std::string buffer_;
};

std::unique_ptr<Sink> openSink(const ConvertOptions& options) {
  if (options.to == "records") {
    const bool zstd = options.compress || options.out.ends_with(".zst");
    return std::make_unique<RecordSink>(options.out, zstd ? RecordWriter::Form::Zstd : RecordWriter::Form::Raw);
  }
  return std::make_unique<ByteSink>(options.out, options.to == "text");
}

struct Tally {
  u64 converted = 0;
  RejectCounts records;
  // Of text and bullet files: by sentence, with where each occurred first.
  struct Kind {
    u64 count = 0;
    std::string first;
  };
  std::map<std::string, Kind> other;

  void reject(const std::string& reason, const std::string& where) {
    // A foreign file may be wrong in a million ways; the first hundred tell enough.
    constexpr std::size_t kKinds = 100;
    Kind& kind = other[other.size() < kKinds || other.contains(reason) ? reason : "other reasons"];
    if (kind.count++ == 0) kind.first = where;
  }
  u64 rejected() const {
    u64 sum = records.total();
    for (const auto& [reason, kind] : other) sum += kind.count;
    return sum;
  }
};

std::string formOf(const std::string& path, const std::string& given) {
  if (given != "auto") return given;
  for (const char* end : {".txt", ".text", ".epd", ".fen"})
    if (path.ends_with(end)) return "text";
  for (const char* end : {".bullet", ".bulletformat", ".data"})
    if (path.ends_with(end)) return "bullet";
  return "records";
}

// Each reader returns false when a signal stopped it.
bool convertRecords(const std::string& path, Sink& sink, Tally& tally, FileProgress& progress) {
  return forEachRecordBlock(path, progress, [&](std::span<const Record> block) {
    for (Record record : block) {
      RecordMends mends;
      if (RecordFault fault = checkRecord(record, &mends); fault != RecordFault::None) {
        tally.records.add(fault);
        continue;
      }
      tally.records.add(mends);
      sink.put(record);
      ++tally.converted;
    }
  });
}

std::ifstream openInput(const std::string& path) {
  if (std::filesystem::is_directory(path)) throw ToolFailure("cannot read " + path + ": it is a directory");
  if (!std::filesystem::is_regular_file(path)) throw ToolFailure("cannot read " + path + ": it is no regular file");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ToolFailure("cannot read " + path + ": " + std::strerror(errno));
  return in;
}

bool convertBullet(const std::string& path, Sink& sink, Tally& tally, FileProgress& progress) {
  std::ifstream in = openInput(path);
  const u64 size = std::filesystem::file_size(path);
  if (size == 0 || size % kRecordSize != 0)
    throw ToolFailure(fmt::format("{} is no bulletformat file: {} bytes, expected a multiple of 32", path, size));
  progress.beginFile(path);
  BulletRecord bullet;
  for (u64 n = 0; in.read(reinterpret_cast<char*>(bullet.data()), bullet.size()); ++n) {
    auto record = fromBullet(bullet);
    if (record) {
      sink.put(*record);
      ++tally.converted;
    } else {
      tally.reject(record.error(), fmt::format("{} at offset {}", path, n * kRecordSize));
    }
    if (n % 4096 == 0 && !progress.update(n, size / kRecordSize)) return false;
  }
  return true;
}

bool convertText(const std::string& path, Sink& sink, Tally& tally, FileProgress& progress) {
  std::ifstream in = openInput(path);
  progress.beginFile(path);
  std::string line;
  for (u64 n = 1; std::getline(in, line); ++n) {
    if (line.empty() || line[0] == '#') continue;
    auto record = fromText(line);
    if (record) {
      sink.put(*record);
      ++tally.converted;
    } else {
      tally.reject(record.error(), fmt::format("{} line {}", path, n));
    }
    if (n % 4096 == 0 && !progress.update(n, 0)) return false;
  }
  return true;
}

void reportTally(const Tally& tally) {
  reportRejects(tally.records);
  for (const auto& [reason, kind] : tally.other)
    fmt::print(stderr, "rejected {}: {} (first: {})\n", kind.count, reason, kind.first);
}

int runConvert(const ConvertOptions& options, ToolContext& context) {
  const std::vector<std::string> files = orFail(findRecordFiles(options.files));
  if (options.out != "-") orFail(refuseOverwriting(files, {{"--out", options.out, false}}));
  std::unique_ptr<Sink> sink = openSink(options);
  Tally tally;
  FileProgress progress("convert", files.size(), context.interrupted);
  for (const std::string& file : files) {
    const std::string form = formOf(file, options.from);
    const auto convert = form == "text" ? convertText : form == "bullet" ? convertBullet : convertRecords;
    if (!convert(file, *sink, tally, progress)) return stoppedBySignal("nothing was written");
  }
  progress.end();
  if (tally.converted == 0) {
    std::string why = tally.other.empty()
                          ? ""
                          : fmt::format("; {}: {}", tally.other.begin()->second.first, tally.other.begin()->first);
    throw ToolFailure(fmt::format("none of {} in {} is good, so nothing was written{}",
                                  counted(tally.rejected(), "record"),
                                  files.size() == 1 ? files[0] : fmt::format("{} files", files.size()), why));
  }
  reportTally(tally);
  sink->finish();
  if (options.out != "-")
    fmt::print("{}: {}, {} rejected\n", options.out, counted(tally.converted, "record"), tally.rejected());
  return 0;
}

}  // namespace

void addConvert(CLI::App& app, ToolContext& context) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = app.add_subcommand("convert", "Records, bulletformat and text lines into one another");
  command->add_option("files", options->files, "Files, or directories of record files")->required();
  command
      ->add_option(
          "--from", options->from,
          "What the files hold: auto (by name: .txt, .epd text; .bullet, .data bullet), records, bullet or text")
      ->check(CLI::IsMember({"auto", "records", "bullet", "text"}))
      ->capture_default_str();
  command->add_option("--to", options->to, "What to write: records, bullet or text (FEN | score | result)")
      ->check(CLI::IsMember({"records", "bullet", "text"}))
      ->required();
  command->add_option("--out", options->out, "The file to write; - is standard output (text and bullet)")->required();
  command->add_flag("--compress", options->compress,
                    "Write records as zstd whatever the name (a name that ends in .zst always is)");
  command->footer("Example: tabiya-records convert data --to bullet --out data.bullet");
  command->callback([options, &context] {
    if (options->to == "records" && options->out == "-")
      throw CLI::ValidationError("--out", "records go into a file, not to standard output");
    context.run = [options, &context] { return runConvert(*options, context); };
  });
}

}  // namespace tabiya
