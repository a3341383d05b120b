// The small part of Python's syntax tree that TVMScript uses. Nodes live in an arena; one struct serves all kinds,
// since the tree is only read once, by lowering.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "ir/support/source.h"

namespace assay {

enum class PyKind : uint8_t {
  kName,
  kInt,
  kFloat,
  kString,
  kTrue,
  kFalse,
  kNone,
  kEllipsis,
  // items[0] . text
  kAttribute,
  // items[0] is the callee, the rest positional arguments; keywords.
  kCall,
  // items[0] [ items[1], … ]
  kSubscript,
  kTuple,
  kList,
  // Keys and values alternate.
  kDict,
  // items[0] op items[1]; op is packed punctuation, or 'a' for and, 'o' for or.
  kBinary,
  // op: '-', '+', '~', 'n' for not.
  kUnary,
  // Parameter names, then the body.
  kLambda,
  // start, stop, step; each may be null.
  kSlice,
  // condition, then, else.
  kIfElse,
  kStarred,
};

struct PyExpr;
struct PyKeyword {
  std::string_view name = {};
  const PyExpr* value = nullptr;
  // Set by lowering where it asks for it: what nobody asks for is no argument of what is called.
  mutable bool read = false;
};

struct PyExpr {
  PyKind kind = PyKind::kNone;
  // The number does not fit 64 unsigned bits.
  bool overflow = false;
  uint32_t op = 0;
  SourceSpan span = {};
  // Name, attribute name, or the decoded string.
  std::string_view text = {};
  uint64_t integer = 0;
  double real = 0;
  std::span<const PyExpr* const> items = {};
  std::span<const PyKeyword> keywords = {};
  // Set by lowering where it asks for positional arguments one by one: how many it has asked for.
  mutable uint32_t taken = 0;

  bool Is(PyKind other) const { return kind == other; }
  // The positional arguments of a call; whoever asks for them all takes them all.
  std::span<const PyExpr* const> args() const {
    taken = std::numeric_limits<uint32_t>::max();
    return items.subspan(1);
  }
  // True or False.
  bool IsTruth() const { return Is(PyKind::kTrue) || Is(PyKind::kFalse); }
  // A literal of a scalar, with a sign or without.
  bool IsNumber() const {
    const PyExpr* digits = Is(PyKind::kUnary) ? items[0] : this;
    return digits->Is(PyKind::kInt) || digits->Is(PyKind::kFloat) || IsTruth();
  }
  // nullptr when there is no such keyword.
  const PyExpr* Keyword(std::string_view name) const {
    for (const PyKeyword& keyword : keywords) {
      if (keyword.name != name) continue;
      keyword.read = true;
      return keyword.value;
    }
    return nullptr;
  }
};

enum class PyStmtKind : uint8_t {
  kExpr,
  // targets[0] (= targets[1] …) = value, with an annotation when `annotation` is set; value may be null then.
  kAssign,
  // op is the operator of an augmented assignment, else 0.
  kReturn,
  kFor,
  kWith,
  kIf,
  kWhile,
  kDef,
  kClass,
  kPass,
  kBreak,
  kContinue,
  kAssert,
};

struct PyParam {
  std::string_view name = {};
  const PyExpr* annotation = nullptr;
  SourceSpan span = {};
};

struct PyStmt {
  PyStmtKind kind = PyStmtKind::kPass;
  uint32_t op = 0;
  SourceSpan span = {};
  // Name of a function or class.
  std::string_view name = {};
  // Assigned, returned, tested, iterated or asserted expression; the with item; null for a bare return.
  const PyExpr* value = nullptr;
  // Assignment or loop target, `as` variable; an assertion's message.
  const PyExpr* target = nullptr;
  // Of an assignment, or a function's result type.
  const PyExpr* annotation = nullptr;
  std::span<const PyExpr* const> decorators = {};
  std::span<const PyParam> params = {};
  std::span<const PyStmt* const> body = {};
  std::span<const PyStmt* const> orelse = {};
  // Of a def: the calls in it and in its decorators, by their places among those of the text.
  uint32_t first_call = 0, end_call = 0;
};

}  // namespace assay
