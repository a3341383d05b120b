// --help: options in groups, with what they take, in 80 columns. Tested by help_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "cli/command.h"

namespace assay {

// Columns of a page that goes to no terminal.
inline constexpr size_t kPageWidth = 80;

// Gives every option of the subcommands its group and what stands for its value, and every subcommand its examples,
// from options.def and examples.def.
void DescribeOptions(Command app);
// Prints --help of this parser and of the subcommands that are added to it.
void UseHelpFormatter(Command app);

// The text in lines of at most `width` columns, broken between words; lines after the first begin with `indent` spaces,
// which count. A word that is longer has a line of its own.
std::string Wrapped(std::string_view text, size_t width, size_t indent = 0);
// Columns that the text takes on a terminal.
size_t ColumnsOf(std::string_view text);

}  // namespace assay
