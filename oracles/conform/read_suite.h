// Reading recorded suites: JSON Lines, plain or xz-compressed, one case a line. Sizes are capped while decoding, so
// that a small archive cannot fill the memory. Tested by read_suite_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "ir/support/result.h"

namespace assay {

// Limits of one suite file.
inline constexpr size_t kMaxSuiteFileBytes = size_t{256} << 20;
inline constexpr size_t kMaxSuiteTextBytes = size_t{1} << 30;
inline constexpr size_t kMaxSuiteLineBytes = size_t{64} << 20;

// Each case has the line that it stands on under this key.
inline constexpr const char* kLineKey = "#line";
// Cases in the order of the file; each is an object with a string "id" of its own. Diag kIo, kTooLarge, or kCorrupt
// with the line.
Result<std::vector<nlohmann::json>> ReadSuite(const std::string& path);

// The files of a suite argument: itself, or what a folder holds, by name. Diag kIo when there is nothing to read.
Result<std::vector<std::string>> SuiteFiles(const std::string& path);
// "print" for "…/print.jsonl.xz".
std::string_view SuiteStem(std::string_view path);

}  // namespace assay
