// Functions that an external compiler took (RunCodegen's module attribute external_mods): engines evaluate them by
// relax-reference, as what they are, and write the results where a destination-passing call wants them. Tested by
// external_functions_test.cc.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vm/engine.h"

namespace assay {

class ExternalFunctions {
 public:
  // Texts of modules. One that does not load has no functions: calls of them are refused like those of any unknown
  // name.
  ExternalFunctions(std::span<const std::string_view> texts, const LoadOptions& options);

  // (inputs…, outputs…) of the function of that symbol: writes the outputs and gives null. Nothing when there is no
  // such function.
  std::optional<Outcome> Call(std::string_view symbol, std::span<const Value> args, Meter& meter);

 private:
  struct Loaded {
    std::unique_ptr<Context> ctx;
    std::unique_ptr<Executable> executable;
  };
  struct Entry {
    Executable* executable;
    size_t params;
  };
  std::vector<Loaded> modules_;
  std::unordered_map<std::string, Entry> entries_;
};

}  // namespace assay
