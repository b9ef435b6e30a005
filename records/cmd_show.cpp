// tabiya-records show: single records as lines or boards.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "engine/base/command_line.h"
#include "engine/board/fen.h"
#include "engine/movegen/san.h"
#include "records/tool.h"

namespace tabiya {
namespace {

struct ShowOptions {
  std::string file;
  u64 from = 0, count = 10;
  bool board = false;
};

std::string drawBoard(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += fmt::format("  {} ", rank + 1);
    for (int file = 0; file < 8; ++file) text += fmt::format(" {}", toChar(position.pieceAt(squareAt(file, rank))));
    text += '\n';
  }
  return text + "     a b c d e f g h\n";
}

void showRecord(u64 number, Record record, bool board) {
  RecordMends mends;
  OpenedRecord opened;
  if (RecordFault fault = openRecord(record, &mends, opened); fault != RecordFault::None) {
    fmt::print("{}  unusable: {}\n", number, toString(fault));
    return;
  }
  constexpr std::array<const char*, 3> kResults{"0-1", "1/2-1/2", "1-0"};
  fmt::print("{}  {}  score {:+d}  result {}  move {}\n", number, writeFen(opened.position), record.score().cp,
             kResults[record.resultCode()], opened.played ? toSan(opened.position, opened.played) : "unknown");
  if (board) fmt::print("{}", drawBoard(opened.position));
}

int runShow(const ShowOptions& options, ToolContext& context) {
  RecordReader reader = orFail(RecordReader::open(options.file));
  std::vector<Record> block(32768);
  u64 at = 0;
  const u64 end = options.from + std::min(options.count, ~options.from);
  while (at < end) {
    const std::size_t got = orFail(reader.read(block));
    for (std::size_t i = 0; i < got && at + i < end; ++i)
      if (at + i >= options.from) showRecord(at + i, block[i], options.board);
    at += got;
    if (context.interrupted) return stoppedBySignal("nothing was changed");
    if (got < block.size()) break;
  }
  if (at <= options.from && options.count > 0)
    throw ToolFailure(fmt::format("{} holds {}, numbered from 0: there is none at {}", options.file,
                                  counted(at, "record"), options.from));
  return 0;
}

}  // namespace

void addShow(CLI::App& app, ToolContext& context) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Single records: FEN, White's score, result and played move");
  command->add_option("file", options->file, "Record file (*.bin, *.bin.zst)")->required();
  command->add_option("--from", options->from, "Number of the first record, from 0")
      ->check(wholeNumberFault)
      ->capture_default_str();
  command->add_option("--count", options->count, "How many")->check(wholeNumberFault)->capture_default_str();
  command->add_flag("--board", options->board, "Draw the boards too");
  command->footer("Example: tabiya-records show data/chunk-00000.bin --from 1000 --count 5 --board");
  command->callback([options, &context] { context.run = [options, &context] { return runShow(*options, context); }; });
}

}  // namespace tabiya
