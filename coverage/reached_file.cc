#include "coverage/reached_file.h"

#include <cstring>

#include <fmt/format.h>

#include "coverage/probe/probe.h"
#include "ir/support/hash.h"

namespace assay {
namespace {

constexpr std::string_view kMagic = "assay reached blocks 1\n";

Diag Corrupt(std::string_view what) {
  return {DiagKind::kCorrupt, {}, fmt::format("invalid file of reached blocks: {}", what), "", {}};
}

std::string HeadOf(const CodeMap& code) {
  uint64_t hash = HashBytes(code.blocks.data(), code.blocks.size() * sizeof(uint32_t), HashText(code.build_id));
  return fmt::format("{}{:016x}\n", kMagic, hash);
}

}  // namespace

std::string ReachedText(const CodeMap& code, const ReachedBlocks& blocks) {
  std::string bits((blocks.size() + 7) / 8, '\0');
  for (size_t block = 0; block < blocks.size(); ++block) {
    if (blocks[block]) bits[block / 8] |= static_cast<char>(1 << block % 8);
  }
  return HeadOf(code) + bits;
}

Result<ReachedBlocks> ReachedFromText(const CodeMap& code, std::string_view text) {
  std::string head = HeadOf(code);
  if (!text.starts_with(kMagic)) return Corrupt("it does not begin as one");
  if (!text.starts_with(head)) return Corrupt("it is of other code");
  std::string_view bits = text.substr(head.size());
  size_t bytes = (code.blocks.size() + 7) / 8;
  if (bits.size() != bytes) return Corrupt(fmt::format("expected {} bytes, got {}", bytes, bits.size()));
  ReachedBlocks blocks(code.blocks.size());
  for (size_t block = 0; block < blocks.size(); ++block) blocks[block] = (bits[block / 8] >> block % 8 & 1) != 0;
  return blocks;
}

Result<ReachedBlocks> ReachedFromMap(const CodeMap& code, std::string_view map) {
  ProbeMap head;
  if (map.size() != ProbeMapSize(static_cast<uint32_t>(code.blocks.size())))
    return Corrupt(fmt::format("expected the map of {} blocks, got {} bytes", code.blocks.size(), map.size()));
  std::memcpy(&head, map.data(), sizeof(head));
  if (head.blocks != code.blocks.size())
    return Corrupt(fmt::format("expected the map of {} blocks, got one of {}", code.blocks.size(), head.blocks));
  ReachedBlocks blocks(code.blocks.size());
  for (size_t block = 0; block < blocks.size(); ++block) blocks[block] = map[sizeof(head) + block] != 0;
  return blocks;
}

}  // namespace assay
