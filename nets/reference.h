// The plain integer forward pass: the definition that every fast kernel is tested against.
#pragma once

#include "engine/board/position.h"
#include "nets/network.h"

namespace tabiya {

// Centipawns for the side to move, computed from nothing in i64, unclamped.
int evaluateReference(const Network& network, const Position& position);

}  // namespace tabiya
