// What campaigns draw for options that a pass can do without (option_choices.def). Those that it cannot do without its
// own row draws (PassSpec::sample_options). Tested by option_choices_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "ir/support/byte_source.h"
#include "passes/pass.h"

namespace assay {

// What a value is drawn for. `options` holds what was drawn so far, such as the function that another option speaks of.
struct ChoiceSite {
  Context& ctx;
  const Module& module;
  ByteSource& bytes;
  const PassOptions& options;
};

struct OptionChoice {
  std::string_view pass, option;
  // A value that the option takes; null where none fits the module. Without it, `why_not` says why none is drawn.
  const Attr* (*draw)(ChoiceSite&) = nullptr;
  std::string_view why_not = {};
};

std::span<const OptionChoice> AllOptionChoices();

// Adds some of the options that are not given, for one call in three.
void DrawChoices(Context& ctx, const Module& module, ByteSource& bytes, PassCall& call);

}  // namespace assay
