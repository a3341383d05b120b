// ASSAY_CHECK: a broken promise of assay's own code. Prints the place and aborts; never reachable by input.
#pragma once

#include <string_view>

namespace assay {

// What it prints: these words, " at FILE:LINE: CONDITION", and ": MESSAGE" where there is one. Whoever waits for a
// process reads them.
inline constexpr const char* kBrokenPromise = "broken promise";

[[noreturn]] void CheckFailed(const char* file, int line, const char* condition, std::string_view message = {});

}  // namespace assay

#define ASSAY_CHECK(condition, ...)                  \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? static_cast<void>(0)                        \
       : ::assay::CheckFailed(__FILE__, __LINE__, #condition __VA_OPT__(, ) __VA_ARGS__))
#define ASSAY_UNREACHABLE(...) ::assay::CheckFailed(__FILE__, __LINE__, "unreachable" __VA_OPT__(, ) __VA_ARGS__)
