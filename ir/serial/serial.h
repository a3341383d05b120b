// Serialised modules: a compact binary form that keeps everything but source spans, also names, types and sharing.
// Two modules serialise to the same bytes exactly when nothing at all differs between them. Loading checks every byte.
// The layout: magic "ASIR", version, names, nodes in post-order (kind, fields; children as earlier numbers), module.
// Tested by serial_test.cc and the fuzz target serial_fuzz.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

inline constexpr uint8_t kSerialVersion = 1;

std::vector<uint8_t> Serialize(const Module& module);

// Attaches rows to operator nodes by name; the op table stands above this layer, so that the caller passes its look-up.
using OpResolver = const Op* (*)(Context&, std::string_view name);
// Diag kCorrupt with the byte offset when the bytes are no module; never reads outside them, nor allocates beyond their
// size times a small constant.
Result<Module> Deserialize(Context& ctx, std::span<const uint8_t> bytes, OpResolver resolve);

}  // namespace assay
