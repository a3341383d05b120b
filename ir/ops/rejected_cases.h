// The calls of testdata/rejected.txt, each of which breaks one labelled precondition, for tests of what refuses them
// and of what is said then.
#pragma once

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct RejectedCase {
  std::string label;
  // "name: type"
  std::vector<std::string> vars;
  std::string call;
};

inline std::string Trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return std::string(text);
}

inline std::vector<RejectedCase> RejectedCases() {
  std::ifstream in("ir/ops/testdata/rejected.txt");
  std::vector<RejectedCase> cases;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::vector<std::string> columns;
    for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
      end = line.find('|', begin);
      columns.push_back(Trimmed(std::string_view(line).substr(begin, end - begin)));
    }
    cases.push_back({columns.front(), {columns.begin() + 1, columns.end() - 1}, columns.back()});
  }
  return cases;
}

}  // namespace assay
