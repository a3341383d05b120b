// Sentences without what changes from module to module, for those who count refusals or words of another
// implementation. Tested by normalized_message_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay {

// What is left out of a sentence beside numbers, quoted names and names of variables, and what stands there instead.
enum class PatternKind : uint8_t {
  // All from the first `before` to the last `after`; to the end where that is empty. Of such rows one is taken, the
  // first that fits.
  kBetween,
  // What stands in brackets behind `before`.
  kInBrackets,
  // A list in brackets that is one letter again and again, "(V, V)": names of variables, or numbers. The letter stays.
  kListOfOne,
};
struct MessagePattern {
  PatternKind kind;
  std::string_view before;
  std::string_view after;
  std::string_view instead;
};
// What types of tensors say: "R.Tensor(…)" of "R.Tensor((N, N), dtype='…', vdevice='…')".
inline constexpr MessagePattern kShapesOut{PatternKind::kInBrackets, ".Tensor", "", "(…)"};
// What types of shapes say: "R.Shape(…)" of "R.Shape([V, N])" and of "R.Shape(ndim=N)".
inline constexpr MessagePattern kSizesOut{PatternKind::kInBrackets, ".Shape", "", "(…)"};
// What types of functions say: "R.Callable(…)".
inline constexpr MessagePattern kParametersOut{PatternKind::kInBrackets, ".Callable", "", "(…)"};
// "(V…)" of "(V, V, V)" and of "(V,)".
inline constexpr MessagePattern kLengthsOut{PatternKind::kListOfOne, "", "", "…"};

// The first line of a text without numbers, quoted names and names of variables, and without what the patterns name.
std::string NormalizedMessage(std::string_view sentence, std::span<const MessagePattern> patterns = {});
// Of words that have been normalized before, perhaps without some of these patterns; of all its lines.
std::string WithoutPatterns(std::string_view normalized, std::span<const MessagePattern> patterns);
// The first name of an operator or statement in a line of TVMScript, "R.nn.conv2d" or "T.match_buffer"; the line's
// normalized form where it has none.
std::string FirstOperatorIn(std::string_view line);

}  // namespace assay
