// The kernels' SPIR-V, compiled from shaders/*.comp when this was built.
#pragma once

#include <span>
#include <string_view>

#include "engine/base/types.h"

namespace tabiya::gpu {

// By the file's name without .comp; the name must be one of them.
std::span<const u32> shaderCode(std::string_view name);

}  // namespace tabiya::gpu
