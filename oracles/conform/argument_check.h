// Whether values fit the parameters of a function, before anything runs on them. Tested by argument_check_test.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/ops/value.h"
#include "ir/support/result.h"

namespace assay {

// A parameter of either kind of function, under the name that its arrays have: a buffer's where it is one.
struct Param {
  std::string name;
  // Null for a buffer.
  const Type* type = nullptr;
  const Buffer* buffer = nullptr;
};
std::vector<Param> ParamsOf(const Expr* func);

// "expected 2 arguments (x, y), got 1" and "argument 1 (y): expected float32[2, n], got int32[2, 3]": Diag
// kTypeMismatch. Shapes have no negative extents, either. A variable stands for one extent throughout; what else types
// say of extents is for the function itself to check.
Status CheckArguments(const std::vector<Param>& params, std::span<const Value> args);

// Whether a value is of the type that the function says of its result, for these arguments: "result[1]: expected
// int64[3], got int64[4]". A kernel says none.
Status CheckResult(const Expr* func, std::span<const Value> args, const Value& result);

// The same of tuples and what is none alone, whatever the shapes and dtypes are: "result: expected float32[2, 4], got
// tuple of 3".
Status CheckResultKind(const Expr* func, const Value& result);

// How messages name a value: "float32[2, 3]", "shape[2]", "int64", "tuple of 2".
std::string KindText(const Value& value);
std::string KindText(const Param& param);

}  // namespace assay
