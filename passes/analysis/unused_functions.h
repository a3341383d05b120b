// Which functions of a module can be reached from its entries. Tested by testdata/dead_code_elimination.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace assay {

// The functions that each function names, looked up once however often it is asked for.
class Callees {
 public:
  const std::vector<std::string_view>& Of(const Expr* func);

 private:
  std::unordered_map<const Expr*, std::vector<std::string_view>> known_;
};

// The module without the functions that nothing reaches. Entries are the public functions, the extern ones, and those
// named in `entries`. As TVM, a call of a function that the module lacks keeps everything.
Module WithoutUnusedFunctions(Context& ctx, const Module& module, const std::vector<std::string>& entries,
                              Callees& callees);

}  // namespace assay
