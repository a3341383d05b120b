// FunctionRef: any callable, by reference: for parameters that are called before the function returns. It costs a
// pointer and an indirect call, and no template for each caller. Tested by function_ref_test.cc.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace assay {

template <class Signature>
class FunctionRef;

template <class R, class... A>
class FunctionRef<R(A...)> {
 public:
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> && std::is_invocable_r_v<R, F&, A...>)
  FunctionRef(F&& f)
      : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* callable, A... args) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(callable))(std::forward<A>(args)...);
        }) {}

  R operator()(A... args) const { return call_(callable_, std::forward<A>(args)...); }

 private:
  void* callable_;
  R (*call_)(void*, A...);
};

}  // namespace assay
