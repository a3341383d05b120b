// Serialised modules: a compact binary form that keeps everything but source spans, also names, types and sharing.
// Two modules serialise to the same bytes exactly when nothing at all differs between them. Loading checks every byte.
// The layout: magic "ASIR", version, names, nodes in post-order (kind, fields; children as earlier numbers), module,
// and the xxHash of all that. Tested by serial_test.cc and the fuzz target serial_fuzz.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// 2: a checksum ends the bytes. 3: device meshes and distributed tensors are kinds of nodes.
// 4: reducers are.
inline constexpr uint8_t kSerialVersion = 4;

std::vector<uint8_t> Serialize(const Module& module);
// The bytes with the checksum that belongs to them at their end: what a fuzzer needs to come past it.
std::vector<uint8_t> WithChecksum(std::span<const uint8_t> bytes);

// Attaches rows to operator nodes by name; the op table stands above this layer, so that the caller passes its look-up.
using OpResolver = const Op* (*)(Context&, std::string_view name);
// Diag kCorrupt with the byte offset when the bytes are no module; never reads outside them, nor allocates beyond their
// size times a small constant. What it gives is safe to walk, check, print and run: only parts that may be missing are
// null, lists that run side by side are of one length, and nodes nest at most kMaxSerialDepth deep.
inline constexpr uint32_t kMaxSerialDepth = 2000;
Result<Module> Deserialize(Context& ctx, std::span<const uint8_t> bytes, OpResolver resolve);

}  // namespace assay
