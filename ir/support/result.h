// Result<T>: a value, or the Diag that says why the input is bad. ASSAY_TRY returns early on a Diag.
#pragma once

#include <utility>
#include <variant>

#include "ir/support/check.h"
#include "ir/support/diag.h"

namespace assay {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Diag error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  const Diag& error() const& { return *std::get_if<1>(&state_); }
  Diag&& error() && { return std::move(*std::get_if<1>(&state_)); }
  T& operator*() & { return Value(); }
  const T& operator*() const& { return const_cast<Result*>(this)->Value(); }
  T&& operator*() && { return std::move(Value()); }
  T* operator->() { return &Value(); }
  const T* operator->() const { return &const_cast<Result*>(this)->Value(); }

 private:
  T& Value() {
    ASSAY_CHECK(ok(), error().message);
    return *std::get_if<0>(&state_);
  }
  std::variant<T, Diag> state_;
};

// For messages of tests (gtest): what went wrong, where something did.
void PrintOkTo(std::ostream* out);
template <class T>
void PrintTo(const Result<T>& result, std::ostream* out) {
  if (result.ok()) {
    PrintOkTo(out);
  } else {
    PrintTo(result.error(), out);
  }
}

// The success of an operation that yields nothing.
struct Done {};
using Status = Result<Done>;

}  // namespace assay

#define ASSAY_CONCAT_INNER(a, b) a##b
#define ASSAY_CONCAT(a, b) ASSAY_CONCAT_INNER(a, b)
// ASSAY_TRY(auto x, MayFail()); — declares x, or returns the Diag.
#define ASSAY_TRY(declaration, ...) ASSAY_TRY_IMPL(ASSAY_CONCAT(try_result_, __LINE__), declaration, __VA_ARGS__)
#define ASSAY_TRY_IMPL(temporary, declaration, ...)         \
  auto temporary = (__VA_ARGS__);                           \
  if (!temporary.ok()) return std::move(temporary).error(); \
  declaration = *std::move(temporary)
// ASSAY_RETURN_IF_ERROR(status_expression);
#define ASSAY_RETURN_IF_ERROR(...)                              \
  do {                                                          \
    auto try_status = (__VA_ARGS__);                            \
    if (!try_status.ok()) return std::move(try_status).error(); \
  } while (false)
