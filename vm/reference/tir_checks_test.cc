// One minimal program for each kind of undefined behaviour, found at the marked line, and its clean twin, which runs:
// the programs differ in the marked line alone.
#include <gtest/gtest.h>

#include "vm/reference/tir_eval.h"
#include "vm/run_script.h"

namespace assay {
namespace {

struct Case {
  std::string_view name;
  // "@" stands where the two programs differ.
  std::string_view program;
  std::string_view faulty;
  std::string_view clean;
  std::string_view kind;
  // The last tensor is an output that holds nothing.
  std::vector<Value> args;
  // Words of the message.
  std::string_view message;
};

Value Zeros(std::vector<int64_t> shape, DType dtype = DType::Int(32)) {
  return Value{TensorValue{Tensor(dtype, std::move(shape))}};
}
// Two views of one piece of memory.
std::vector<Value> Overlapping() {
  Tensor whole = IntsValue({4}, {1, 2, 3, 4}).As<TensorValue>()->tensor;
  return {Value{TensorValue{whole}}, Value{TensorValue{whole}}};
}

constexpr std::string_view kHead =
    "\n    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((4,), \"int32\"), B: T.Buffer((4,), \"int32\")):\n";
// clang-format off: a table of cases
std::vector<Case> Cases() {
  Value ints = IntsValue({4}, {1, 2, 3, 4});
  Value large = IntsValue({4}, {2147483647, 1, 1, 1});
  return {
      {"out of bounds", "        for i in range(4):\n            B[i] = A[@]\n", "i + 1", "i", "out_of_bounds", {ints, Zeros({4})},
       "index 4 of axis 0 of buffer A"},
      {"read before write", "        C = T.alloc_buffer((4,), \"int32\")\n        C[0] = 1\n        for i in range(4):\n            B[i] = @\n",
       "C[i]", "C[0]", "read_before_write", {ints, Zeros({4})}, "element 1 of buffer C"},
      {"division by zero", "        for i in range(4):\n            B[i] = T.truncdiv(12, A[i] @)\n", "- 2", "+ 2", "division_by_zero",
       {ints, Zeros({4})}, "divided by zero"},
      {"signed overflow", "        for i in range(4):\n            B[i] = A[i] + @\n", "1", "0", "integer_overflow", {large, Zeros({4})},
       "does not fit into int32"},
      {"product overflow", "        for i in range(4):\n            B[i] = A[i] * @\n", "A[i]", "1", "integer_overflow", {large, Zeros({4})},
       "does not fit into int32"},
      {"quotient overflow", "        for i in range(4):\n            B[i] = T.truncdiv(-A[i] @, -1)\n", "- 1", "- 0",
       "integer_overflow", {large, Zeros({4})}, "does not fit into int32"},
      {"unsigned overflow",
       "        for i in range(4):\n            B[i] = T.Cast(\"int32\", T.Cast(\"uint32\", A[i]) - T.uint32(@))\n", "2", "1",
       "integer_overflow", {ints, Zeros({4})}, "does not fit into uint32"},
      {"shift too far", "        for i in range(4):\n            B[i] = T.shift_left(1, A[i] @)\n", "+ 29", "+ 20", "shift",
       {ints, Zeros({4})}, "shifted by 32 bits"},
      {"negative shift", "        for i in range(4):\n            B[i] = T.shift_right(16, A[i] @)\n", "- 2", "- 1", "shift",
       {ints, Zeros({4})}, "shifted by -1 bits"},
      {"misaligned",
       "        with T.sblock(\"part\"):\n            T.reads(A[0:4])\n            T.writes(B[0:4])\n"
       "            V = T.match_buffer(A[@], (2,), \"int32\", offset_factor=2)\n"
       "            for i in range(4):\n                B[i] = V[i % 2]\n",
       "1:3", "2:4", "misaligned", {ints, Zeros({4})}, "begins at element 1"},
      {"aliases", "        T.func_attr({\"tirx.noalias\": True})\n        for i in range(2):\n            B[i + 2] = A[i @]\n", "+ 1", "* 1", "noalias",
       {}, "through another parameter"},
      {"race of parallel iterations", "        for i in T.@(4):\n            B[0] = A[i]\n        for j in range(4):\n            B[j] = 0\n",
       "parallel", "serial", "race", {ints, Zeros({4})}, "another of the iterations of loop i"},
      {"race of vector lanes",
       "        B[0] = 0\n        for i in T.@(3):\n            B[i + 1] = B[i] + A[i]\n", "vectorized", "unroll", "race",
       {ints, Zeros({4})}, "another of the iterations of loop i"},
      {"read and write in parallel",
       "        for j in range(4):\n            B[j] = A[j]\n        for i in T.parallel(3):\n            B[i] = B[@]\n", "i + 1", "i", "race",
       {ints, Zeros({4})}, "is written here and read by another of the iterations of loop i"},
      {"race of block instances",
       "        for i in range(4):\n            with T.sblock(\"sum\"):\n                vi = T.axis.@(4, i)\n                T.reads(A[vi])\n"
       "                T.writes(B[0:4])\n                B[0] = A[vi]\n        for j in range(4):\n            B[j] = 0\n",
       "spatial", "reduce", "race", {ints, Zeros({4})}, "another of the instances of block sum"},
      {"axis outside of its domain",
       "        for i in range(@):\n            with T.sblock(\"copy\"):\n                vi = T.axis.spatial(4, i)\n"
       "                T.reads(A[vi])\n                T.writes(B[vi])\n                B[vi] = A[vi]\n",
       "5", "4", "axis_domain", {ints, Zeros({4})}, "axis vi of block copy is 4, outside of its domain of 4 from 0 on"},
      {"read of another region",
       "        for i in range(4):\n            with T.sblock(\"copy\"):\n                vi = T.axis.spatial(4, i)\n"
       "                T.reads(A[@])\n                T.writes(B[vi])\n                B[vi] = A[3 - vi]\n",
       "vi", "3 - vi", "undeclared_access", {ints, Zeros({4})}, "A[3] is read, which block copy does not declare"},
      {"write of another region",
       "        for i in range(4):\n            with T.sblock(\"copy\"):\n                vi = T.axis.spatial(4, i)\n"
       "                T.reads(A[vi])\n                T.writes(B[@])\n                B[vi] = A[vi]\n",
       "0", "vi", "undeclared_access", {ints, Zeros({4})}, "B[1] is written, which block copy does not declare"},
  };
}
// clang-format on

struct Found {
  std::string outcome;
  std::string message;
  uint32_t line = 0;
};

Found RunWith(const Case& c, std::string_view choice, uint32_t& marked) {
  std::string program = std::string(kHead) + std::string(c.program);
  size_t at = program.find('@', kHead.size());
  Script script(program.replace(at, 1, choice));
  std::string_view text = script.ctx.sources.TextOf(1);
  marked = static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n') -
                                 std::count(program.begin() + static_cast<int64_t>(at), program.end(), '\n')) +
           1;
  auto library = MakeReferenceKernels(script.module, /*strict=*/true, {.checks = TirChecks::kAll});
  if (!library.ok()) return {library.error().message, {}, 0};
  std::vector<Value> args = c.args.empty() ? Overlapping() : OwnedCopies(c.args);
  Meter meter{Budget()};
  Outcome outcome = (*library)->Find("main")->Run(args, c.args.empty() ? args.size() : args.size() - 1, meter);
  const Trap* trap = std::get_if<Trap>(&outcome);
  if (trap == nullptr) return {RunText(outcome), {}, 0};
  return {std::string(TrapKindName(trap->kind)), trap->message,
          script.ctx.sources.Locate(trap->span.file, trap->span.begin).line};
}

TEST(TirChecksTest, EachIsFoundAndPlacedAndItsTwinIsClean) {
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.name);
    uint32_t marked = 0;
    Found faulty = RunWith(c, c.faulty, marked);
    EXPECT_EQ(faulty.outcome, c.kind) << faulty.message;
    EXPECT_NE(faulty.message.find(c.message), std::string::npos) << faulty.message;
    // In the marked line, or in the statement of the loop or block that it governs.
    EXPECT_GE(faulty.line, marked);
    EXPECT_LE(faulty.line, marked + 4);
    Found clean = RunWith(c, c.clean, marked);
    EXPECT_EQ(clean.outcome, "null") << clean.message;
  }
}

}  // namespace
}  // namespace assay
