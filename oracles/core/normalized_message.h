// Sentences without what changes from module to module, for those who count refusals or words of another
// implementation. Tested by normalized_message_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// An essence in which lists of variables, or of numbers, of any length are one: "(V, V, V)" and "(V,)" are "(V…)".
std::string WithoutLengths(std::string_view essence);

// The first line of a text without numbers, quoted names and names of variables.
std::string NormalizedMessage(std::string_view sentence);
// The same without what types of tensors say: "R.Tensor(…)" of "R.Tensor((N, N), dtype='…', vdevice='…')".
std::string WithoutShapes(std::string_view essence);
// The first name of an operator or statement in a line of TVMScript, "R.nn.conv2d" or "T.match_buffer"; the line's
// essence where it has none.
std::string FirstOperatorIn(std::string_view line);

}  // namespace assay
