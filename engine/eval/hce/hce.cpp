// Adds up the terms: a value as fast as can be, or a trace that keeps them apart.
#include "engine/eval/hce/hce.h"

#include "engine/eval/hce/terms.h"

namespace tabiya::hce {
namespace {

// By piece (14 numbers, colours 8 apart) and square, from White's side: Black's pieces count against it.
using PieceScores = std::array<std::array<Score, 64>, 14>;

constexpr Score materialOf(PieceType type) {
  return {kHandSet.mgValue[index(type)], kHandSet.egValue[index(type)]};
}

constexpr Score tableEntry(Piece piece, Square square) {
  const int type = index(typeOf(piece)), i = tableIndex(colorOf(piece), square);
  return {kHandSet.mgTable[type][i], kHandSet.egTable[type][i]};
}

constexpr PieceScores pieceScores(bool tables) {
  PieceScores scores{};
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      const Piece piece = makePiece(color, type);
      for (int i = 0; i < 64; ++i) {
        const Score score = materialOf(type) + (tables ? tableEntry(piece, squareAt(i)) : Score());
        scores[index(piece)][i] = color == Color::White ? score : -score;
      }
    }
  }
  return scores;
}

constexpr PieceScores kWithTables = pieceScores(true);
constexpr PieceScores kMaterialOnly = pieceScores(false);

// White less Black.
struct ValueSink {
  const PieceScores& scores;
  Score sum{};

  void piece(Piece piece, Square square) { sum += scores[index(piece)][index(square)]; }
  void term(Color color, Term term, int times) { add(color, valueOf(term) * times); }
  void kingDanger(Color color, int penalty) { add(color, Score(-penalty, 0)); }
  void add(Color color, Score score) { sum += color == Color::White ? score : -score; }
};

struct TraceSink {
  bool tables;
  Trace trace{};

  void piece(Piece piece, Square square) {
    add(colorOf(piece), Group::Material, materialOf(typeOf(piece)));
    if (tables) add(colorOf(piece), Group::Tables, tableEntry(piece, square));
  }
  void term(Color color, Term term, int times) {
    const TermRow& row = kTermRows[index(term)];
    add(color, row.group, row.value * times);
  }
  void kingDanger(Color color, int penalty) { add(color, Group::KingSafety, Score(-penalty, 0)); }
  void add(Color color, Group group, Score score) { trace.parts[index(group)][index(color)] += score; }
};

int blend(Score score, int phase, bool tapered) {
  return tapered ? (score.mg() * phase + score.eg() * (kMaxPhase - phase)) / kMaxPhase : score.mg();
}

}  // namespace

int evaluate(const Position& position, const EvalSwitches& switches) {
  ValueSink sink{switches.pst ? kWithTables : kMaterialOnly};
  collectTerms(position, switches, sink);
  const int white = blend(sink.sum, phaseOf(position, kHandSet), switches.tapered);
  return position.sideToMove() == Color::White ? white : -white;
}

Score Trace::sum(Color color) const {
  Score sum;
  for (const Group group : kGroups) sum += (*this)[group][tabiya::index(color)];
  return sum;
}

Trace trace(const Position& position, const EvalSwitches& switches) {
  TraceSink sink{switches.pst};
  collectTerms(position, switches, sink);
  Trace result = sink.trace;
  result.phase = phaseOf(position, kHandSet);
  result.total = blend(result.sum(Color::White) - result.sum(Color::Black), result.phase, switches.tapered);
  return result;
}

}  // namespace tabiya::hce
