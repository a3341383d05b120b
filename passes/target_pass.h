// Passes that schedule kernels: another compiler's, of which assay has some itself (dlight/). A row says what oracles
// ask of them: results within rounding, and nothing more to do where a kernel is scheduled already. Tested by
// pass_list_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "passes/pass.h"

namespace assay {

// In target_passes.def order. FindPass and ParsePassList know them, too; neither AllPasses() nor the pipelines do.
std::span<const PassSpec* const> TargetPasses();
bool IsTargetPass(const PassSpec& pass);
// One that assay's own compiler has, too.
bool IsOwnTargetPass(const PassSpec& pass);
// A device, one kind of device, whose rules know kernels by the names that its lowering gives them, or the machine's
// own processor.
enum class ScheduledFor : uint8_t { kDevice, kAdreno, kProcessor };
ScheduledFor WhatIsScheduledFor(const PassSpec& pass);
// The passes that bring a module into the form that such a pass takes, as a pass list.
std::string_view FormOfTargetPass(const PassSpec& pass);
// What of the other compiler runs it: what is wrong with that shows for several.
std::string_view MakerOfTargetPass(const PassSpec& pass);

}  // namespace assay
