// What a failure is called that is on file: a regression's slug or another campaign's finding, and where it is reported
// upstream.
#pragma once

#include <string>

#include <fmt/format.h>

namespace assay {

struct KnownAs {
  // Empty: not on file.
  std::string name = "";
  // "#17231" or several with commas between; may be empty.
  std::string upstream = "";

  bool empty() const { return name.empty(); }
};

// "tvm-lift-consumes-no-input (upstream #17231)".
inline std::string ShownName(const KnownAs& known) {
  return known.upstream.empty() ? known.name : fmt::format("{} (upstream {})", known.name, known.upstream);
}

}  // namespace assay
