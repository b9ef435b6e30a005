// Every positional term of the hand-crafted evaluation: its name, its group and its value, one row each.
//
// A term is worth its value times how often it applies; what applies is found in terms.h. King danger alone is no
// multiple of a value: its numbers stand below. The values are the book's, set by hand.
#pragma once

#include <array>
#include <string_view>

#include "engine/board/types.h"
#include "engine/eval/hce/score.h"

namespace tabiya::hce {

// The rows of a trace. Each group from Mobility on is a switch (engine/eval/switches.h), but that passed pawns belong
// to the pawns.
enum class Group : u8 { Material, Tables, Mobility, PawnStructure, PassedPawns, Pieces, KingSafety, Tempo };
inline constexpr std::array<Group, 8> kGroups{Group::Material,      Group::Tables,      Group::Mobility,
                                              Group::PawnStructure, Group::PassedPawns, Group::Pieces,
                                              Group::KingSafety,    Group::Tempo};
constexpr int index(Group g) {
  return static_cast<int>(g);
}

// Mobility of a piece type and passed pawns of a rank are counted on from their first.
enum class Term : u8 {
  MobilityKnight,
  MobilityBishop,
  MobilityRook,
  MobilityQueen,
  Doubled,
  Isolated,
  PassedOnRank2,
  PassedOnRank3,
  PassedOnRank4,
  PassedOnRank5,
  PassedOnRank6,
  PassedOnRank7,
  BishopPair,
  RookOnOpenFile,
  RookOnSemiOpenFile,
  ShieldPawn,
  Tempo,
};
inline constexpr int kTerms = 17;
constexpr int index(Term t) {
  return static_cast<int>(t);
}

struct TermRow {
  Term term;
  Group group;
  Score value;  // centipawns, middlegame and endgame
  std::string_view what;
};

// clang-format off
inline constexpr std::array<TermRow, kTerms> kTermRows{{
    {Term::MobilityKnight,     Group::Mobility,      {4, 4},     "a safe square more than typical for a knight"},
    {Term::MobilityBishop,     Group::Mobility,      {5, 5},     "for a bishop"},
    {Term::MobilityRook,       Group::Mobility,      {2, 4},     "for a rook"},
    {Term::MobilityQueen,      Group::Mobility,      {1, 2},     "for a queen"},
    {Term::Doubled,            Group::PawnStructure, {-10, -20}, "a pawn behind another of its side on the file"},
    {Term::Isolated,           Group::PawnStructure, {-10, -15}, "a pawn without one of its side on the files beside"},
    {Term::PassedOnRank2,      Group::PassedPawns,   {0, 5},     "a pawn that no enemy pawn can stop or take, by rank"},
    {Term::PassedOnRank3,      Group::PassedPawns,   {5, 10},    "third rank"},
    {Term::PassedOnRank4,      Group::PassedPawns,   {10, 20},   "fourth rank"},
    {Term::PassedOnRank5,      Group::PassedPawns,   {20, 35},   "fifth rank"},
    {Term::PassedOnRank6,      Group::PassedPawns,   {35, 60},   "sixth rank"},
    {Term::PassedOnRank7,      Group::PassedPawns,   {60, 90},   "seventh rank"},
    {Term::BishopPair,         Group::Pieces,        {30, 50},   "two bishops or more"},
    {Term::RookOnOpenFile,     Group::Pieces,        {25, 10},   "a rook on a file without pawns"},
    {Term::RookOnSemiOpenFile, Group::Pieces,        {12, 8},    "a rook on a file without pawns of its side"},
    {Term::ShieldPawn,         Group::KingSafety,    {15, 0},    "a pawn in front of the king, at most three"},
    {Term::Tempo,              Group::Tempo,         {10, 5},    "having the move"},
}};
// clang-format on

constexpr Score valueOf(Term term) {
  return kTermRows[index(term)].value;
}
static_assert([] {
  for (int i = 0; i < kTerms; ++i)
    if (index(kTermRows[i].term) != i) return false;
  return true;
}());

// Safe squares that a piece typically has, by type.
inline constexpr std::array<int, 6> kTypicalMobility{0, 4, 6, 7, 13, 0};
inline constexpr int kMostShieldPawns = 3;

// King danger: each attack on a square of the king's zone (its own and the squares beside it) is worth so many units by
// the attacker's type; the middlegame penalty is units squared times scale / 100, and has a limit: one attacker seldom
// mates, several together often do.
inline constexpr std::array<int, 6> kAttackUnits{0, 2, 2, 3, 5, 0};
inline constexpr int kDangerScale = 35;
inline constexpr int kMostDanger = 500;

}  // namespace tabiya::hce
