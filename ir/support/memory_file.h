// A file that is in memory alone, for what children are given by a descriptor. Tested by memory_file_test.cc.
#pragma once

#include <string_view>

namespace assay {

enum class AcrossExec : bool { kClosed, kOpen };

// With these bytes, its offset behind them; -1 (and errno) where that cannot be. `name` is what /proc shows.
int MemoryFile(const char* name, std::string_view bytes, AcrossExec across);

}  // namespace assay
