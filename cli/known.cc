#include "cli/known.h"

#include "cli/own_files.h"

namespace assay {

void AddKnownFlags(CLI::App& sub, std::vector<std::string>& known, bool& no_known) {
  sub.add_option("--known,--baseline", known,
                 "Bugs on file: campaigns' folders, regressions, folders of these; their findings are named, cost no reduction and fail nothing "
                 "(for a TVM, regressions/tvm is always read)");
  sub.add_flag("--no-known", no_known, "Do not read regressions/tvm for a TVM");
}

std::vector<std::string> KnownPaths(const std::vector<std::string>& given, bool no_known, const std::string& subject) {
  std::vector<std::string> paths = given;
  if (no_known || !subject.starts_with("tvm")) return paths;
  if (std::string own = OwnFile("regressions/tvm"); !own.empty()) paths.push_back(own);
  return paths;
}

}  // namespace assay
