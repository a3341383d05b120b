// Every operator and intrinsic called with arguments that it does not take: read or refused, and never a crash, also
// where types are inferred of what was read.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "ir/ops/op_spec.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr std::string_view kArguments[] = {"",       "x",      "x, x",       "x, x, x, x, x, x, x, x",
                                           "1",      "\"a\"",  "x=1",        "x=x, y=2",
                                           "()",     "[]",     "{}",         "None",
                                           "*x",     "data=x", "0, 1, 2",    "A",
                                           "A[0:4]", "(x, x)", "lambda i: i"};
constexpr std::string_view kIntrinsics[] = {"sblock",       "init",
                                            "axis.spatial", "axis.reduce",
                                            "axis.remap",   "axis.opaque",
                                            "reads",        "writes",
                                            "where",        "sblock_attr",
                                            "func_attr",    "match_buffer",
                                            "alloc_buffer", "sblock_alloc_buffer",
                                            "decl_buffer",  "allocate",
                                            "LetStmt",      "Assert",
                                            "attr",         "launch_thread",
                                            "env_thread",   "thread_binding",
                                            "serial",       "parallel",
                                            "vectorized",   "unroll",
                                            "grid",         "evaluate",
                                            "Select",       "if_then_else",
                                            "Cast",         "cast",
                                            "Ramp",         "ramp",
                                            "Broadcast",    "broadcast",
                                            "Shuffle",      "Let",
                                            "let",          "max",
                                            "min",          "floordiv",
                                            "ceildiv",      "truncmod",
                                            "abs",          "max_value",
                                            "infinity",     "Not",
                                            "And",          "call_extern",
                                            "call_packed",  "tvm_access_ptr",
                                            "address_of",   "reinterpret",
                                            "exp",          "pow",
                                            "likely",       "ret",
                                            "int32",        "float32",
                                            "bool",         "handle",
                                            "target",       "Buffer",
                                            "Ptr",          "type_annotation",
                                            "Range",        "comm_reducer",
                                            "index_map"};

// Reads functions with these lines as their bodies; what comes of them does not matter.
void Read(std::string_view dialect, std::string_view lines) {
  Context ctx;
  std::string_view head = dialect == "R"
                              ? "    @R.function\n    def f(x: R.Tensor((4,), \"float32\"), A: R.Shape([4])):\n"
                              : "    @T.prim_func\n    def f(A: T.Buffer((4,), \"float32\")):\n        x = A[0]\n";
  Result<Module> module =
      ParseModule(ctx, "calls.py",
                  fmt::format("from tvm.script import ir as I, tir as T, relax as R\n@I.ir_module\nclass Module:\n{}{}",
                              head, lines));
  EXPECT_TRUE(module.ok() || !module.error().message.empty()) << lines;
}

TEST(MalformedCalls, OfOperators) {
  for (const OpSpec* op : AllOps()) {
    for (std::string_view arguments : kArguments) {
      Read("R", fmt::format("        y = R.{}({})\n        return y\n", op->name, arguments));
    }
  }
  for (std::string_view name : {"shape", "str", "const", "dtype", "prim_value", "tuple", "match_cast", "call_tir",
                                "call_packed", "print", "output", "Tensor", "Tuple", "Callable"}) {
    for (std::string_view arguments : kArguments) {
      Read("R", fmt::format("        y: R.{0}({1}) = R.{0}({1})\n        return y\n", name, arguments));
    }
  }
}

TEST(MalformedCalls, OfIntrinsics) {
  for (std::string_view name : kIntrinsics) {
    for (std::string_view arguments : kArguments) {
      std::string call = fmt::format("T.{}({})", name, arguments);
      for (std::string_view lines :
           {"        y = {0}\n        A[0] = 1.0\n", "        with {0} as z:\n            A[0] = 1.0\n",
            "        {0}\n        A[0] = {0}\n", "        for i in {0}:\n            A[0] = 1.0\n",
            "        with T.sblock(\"b\"):\n            v = {0}\n            {0}\n            A[0] = {0}\n"}) {
        Read("T", fmt::format(fmt::runtime(lines), call));
      }
    }
  }
}

}  // namespace
}  // namespace assay
