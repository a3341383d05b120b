// What two modules have beside what they compute, item by item, and where they differ: the facets of passes/frame.h, by
// the fields that facet_fields.def names. Functions are paired by symbol, private ones by
// name; variables, loops, blocks and buffers by theirs,
// where one alone has it on either side. Tested by frame_items_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "passes/pass.h"

namespace assay {

// The facet of a field by its name; nothing for what is no facet.
std::optional<Facet> FacetOf(NodeKind kind, std::string_view field);

// What became of one item.
struct FrameChange {
  Facet facet;
  Way way;
  // "function main, variable lv, field dtype".
  std::string where;
  // The key, of an attribute.
  std::string key;
  // What stands there; empty where there is nothing.
  std::string before;
  std::string after;
};

// Whether a pass with such a row may do that.
bool Allowed(const FrameChange& change, const FrameContract& frame, std::span<const std::string_view> attrs);

// What a pass's row allows: what it names, of signatures that are refined that their types say more, and of bodies that
// change that those of their variables and of functions' results do.
FrameContract AllowedBy(const PassSpec& pass);

// What `frame` and the keys of attributes do not allow; nothing when all is kept. Looks only at what may not change.
std::vector<FrameChange> FrameChanges(const Module& before, const Module& after, const FrameContract& frame,
                                      std::span<const std::string_view> attrs);

}  // namespace assay
