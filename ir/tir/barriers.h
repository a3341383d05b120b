// Statements and calls at which threads wait for each other. Tested through those who make it.
#pragma once

#include <optional>
#include <string_view>

#include "ir/tir/node.h"

namespace assay {

class Context;

// T.tvm_storage_sync(scope), with what TVM's Python adds to it. `scope`: "shared", "shared.dyn" or "warp".
const Stmt* MakeBarrier(Context& ctx, std::string_view scope);
// The scope of the barrier that `node` is, empty where it names none; nothing for any other node.
std::optional<std::string_view> BarrierScopeOf(const Node* node);
// Whether a node is a call where threads wait for each other: a barrier, an exchange, a reduction over threads.
bool IsMeeting(const Node* node);

}  // namespace assay
