// Reducers in text: what each of their parts says is kept, and a text that says too little or too much is refused.
// Their golden text is testdata/reducers.py.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

std::string Text(std::string_view reducer) {
  return fmt::format(R"(
@T.prim_func(private=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in T.thread_binding(8, thread="threadIdx.x"):
        with T.attr({}, "reduce_scope", 0):
            T.tvm_thread_allreduce(T.uint32(1), A[i], T.bool(True), B[i], i)
)",
                     reducer);
}

TEST(ReducerTest, EachPartIsDistinguished) {
  constexpr std::string_view kReducers[] = {
      "T.comm_reducer(lambda x, y: x + y, [T.float32(0)])",
      "T.comm_reducer(lambda x, y: y + x, [T.float32(0)])",
      "T.comm_reducer(lambda x, y: x * y, [T.float32(0)])",
      "T.comm_reducer(lambda x, y: x + y, [T.float32(1)])",
      "T.comm_reducer(lambda x, y: x + y, [T.float64(0)])",
      "T.comm_reducer(lambda x, y: x, [T.float32(0)])",
      "T.comm_reducer(lambda x0, x1, y0, y1: (x0 + y0, x1), [T.float32(0), 1])",
      "T.comm_reducer(lambda x0, x1, y0, y1: (x0 + y0, y1), [T.float32(0), 1])",
      "T.comm_reducer(lambda x0, x1, y0, y1: (x1 + y0, y1), [T.float32(0), T.float32(1)])",
  };
  for (std::string_view one : kReducers) {
    for (std::string_view other : kReducers) {
      Context ctx;
      Result<Module> left = ParseModule(ctx, "left.py", Text(one)), right = ParseModule(ctx, "right.py", Text(other));
      ASSERT_TRUE(left.ok()) << left.error().message;
      ASSERT_TRUE(right.ok()) << right.error().message;
      EXPECT_EQ(Equal(*left, *right), one == other) << one << " and " << other;
    }
  }
}

TEST(ReducerTest, TextKeepsIt) {
  for (std::string_view reducer : {"T.comm_reducer(lambda x, y: T.max(x, y), [T.float32(\"-inf\")])",
                                   "T.comm_reducer(lambda i, A: A - i, [T.float32(2)])"}) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "first.py", Text(reducer));
    ASSERT_TRUE(module.ok()) << module.error().message;
    Result<Module> again = ParseModule(ctx, "again.py", PrintModule(*module));
    ASSERT_TRUE(again.ok()) << again.error().message << PrintModule(*module);
    EXPECT_TRUE(Equal(*module, *again));
  }
}

TEST(ReducerTest, ATextThatSaysTooLittleOrTooMuchIsRefused) {
  struct Case {
    std::string_view reducer;
    std::string_view words;
  };
  constexpr Case kCases[] = {
      {"T.comm_reducer()", "expected T.comm_reducer(lambda x, y: …, [identity])"},
      {"T.comm_reducer(lambda x, y: x + y)", "expected T.comm_reducer(lambda x, y: …, [identity])"},
      {"T.comm_reducer(lambda x, y: x + y, [])", "expected T.comm_reducer(lambda x, y: …, [identity])"},
      {"T.comm_reducer(lambda x, y: x + y, 0)", "expected T.comm_reducer(lambda x, y: …, [identity])"},
      {"T.comm_reducer(lambda x: x, [0])", "invalid combiner: expected 2 parameters for 1 identity value, got 1"},
      {"T.comm_reducer(lambda x, y: x, [0, 1])",
       "invalid combiner: expected 4 parameters for 2 identity values, got 2"},
      {"T.comm_reducer(lambda x, y: (x, y), [0])", "invalid combiner: expected 1 value, got 2"},
      {"T.comm_reducer(lambda x, y: x < y, [0])", "invalid combiner: expected a value of int32, got bool"},
      {"T.comm_reducer(lambda x, y: x + z, [0])", "z"},
  };
  for (const Case& one : kCases) {
    Context ctx;
    Result<Module> module = ParseModule(ctx, "case.py", Text(one.reducer));
    ASSERT_FALSE(module.ok()) << one.reducer;
    EXPECT_THAT(module.error().message, testing::HasSubstr(one.words)) << one.reducer;
  }
}

}  // namespace
}  // namespace assay
