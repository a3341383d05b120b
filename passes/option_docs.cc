#include "passes/option_docs.h"

#include <algorithm>

#include <fmt/format.h>

namespace assay {
namespace {

constexpr OptionDoc kOptionDocs[] = {
#define ASSAY_OPTION(pass, option, type, text) {pass, option, type, text},
#include "passes/option_docs.def"
};

}  // namespace

const OptionDoc* FindOptionDoc(const PassSpec& pass, std::string_view option) {
  const auto* known = std::ranges::find_if(
      kOptionDocs, [&](const OptionDoc& row) { return row.pass == pass.name && row.option == option; });
  return known == std::end(kOptionDocs) ? nullptr : known;
}

std::string OptionTypesText(const PassSpec& pass) {
  std::string text;
  for (std::string_view option : pass.options) {
    const OptionDoc* known = FindOptionDoc(pass, option);
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", option, known == nullptr ? "a value" : known->type);
  }
  return text.empty() ? "no options" : text;
}

}  // namespace assay
