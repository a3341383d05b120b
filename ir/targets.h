// What TVM fills in when a target is told by a few keys: T.target({"kind": "cuda"}) is read, and written, with all of
// its attributes. Tested by text/targets_test.cc.
#pragma once

#include <optional>
#include <string_view>

#include "ir/builder.h"

namespace assay {

// The keys of a function's target, and of a target's host.
inline constexpr std::string_view kTargetKey = "target", kHostKey = "host";
// What a function says that it is compiled for; null where it does not say.
const AttrTarget* TargetOf(const Expr* func);
// The target without its host, which is the device's part.
const AttrTarget* WithoutHost(Context& ctx, const AttrDict* config);
// "llvm" or "cuda", also of a target that is named by its tag alone; empty where the target says none.
std::string_view TargetKind(const VDevice& vdevice);
std::string_view TargetKind(const AttrTarget& target);
// The number that DLPack gives devices of this name: 1 cpu, 2 cuda, …
std::optional<int64_t> DeviceTypeNamed(std::string_view device);
// That of the devices for which the target's kind is.
std::optional<int64_t> DeviceTypeOf(const VDevice& vdevice);

// The target with the keys, the tag and the defaults of its kind, and those of its host, as TVM 0.26 completes them on
// a machine without any device. A kind that stands in no table here, and an llvm target for another machine (whose
// features only LLVM knows), stays as it is.
const AttrDict* CompleteTarget(Context& ctx, const AttrDict* config);

}  // namespace assay
