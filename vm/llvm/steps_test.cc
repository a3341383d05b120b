// Steps taken at once: at every budget machine code ends as the reference interpreter does.
#include <gtest/gtest.h>

#include "vm/llvm/listing.h"
#include "vm/llvm/llvm_kernels.h"
#include "vm/reference/tir_eval.h"
#include "vm/run_script.h"

namespace assay {
namespace {

struct LoopsCase {
  std::string_view name;
  std::string_view body;
  // How many steps a run takes, and in how many places of the code they are taken.
  int64_t steps;
  int places;
};

const LoopsCase kLoops[] = {
    {"nest", "        for i in range(2):\n            for j in range(3):\n                B[i] = B[i] + A[j]\n", 8, 1},
    {"one after another",
     "        for i in range(3):\n            B[i] = A[i]\n        for i in range(4):\n            B[i] = A[3 - i]\n",
     7, 1},
    {"loops of one iteration",
     "        for i in range(1):\n            for j in range(3):\n                for k in range(1):\n                 "
     "   B[j] = A[j]\n",
     7, 1},
    {"by twos", "        for i in range(0, 4, step=2):\n            for j in range(3):\n                B[i] = A[j]\n",
     8, 1},
    {"some of the time",
     "        for i in range(4):\n            if A[i] > T.float32(1):\n                for j in range(3):\n            "
     "        B[i] = A[j]\n",
     4 + 2 * 3, 2},
    {"a trap between",
     "        for i in range(2):\n            for j in range(3):\n                B[i + C[0]] = A[j]\n", 8, 2},
    {"a trap behind",
     "        for i in range(2):\n            for j in range(2):\n                for k in range(2):\n                 "
     "   B[j] = A[k]\n"
     "            B[C[0]] = A[i]\n",
     2 + 2 * (2 + 4), 3},
    {"a way out",
     "        for i in range(4):\n            for j in range(2):\n                B[i] = A[j]\n            if i == "
     "1:\n                break\n",
     8, 2},
    {"an extent from memory",
     "        for i in range(2):\n            for j in range(C[1]):\n                for k in range(3):\n              "
     "      B[i] = A[k]\n",
     2 + 2 * (2 + 2 * 3), 3},
    {"none",
     "        for i in range(0):\n            for j in range(3):\n                B[i] = A[j]\n        for i in "
     "range(2):\n            B[i] = A[i]\n",
     2, 3},
    {"none, without others inside",
     "        for i in range(0):\n            B[i] = A[i]\n        for i in range(2):\n            B[i] = A[i]\n", 2,
     2},
    {"a store before",
     "        B[0] = B[0] + T.float32(1)\n        for i in range(2):\n            for j in range(3):\n                "
     "B[i] = A[j]\n",
     8, 2},
};

std::string TextOf(const LoopsCase& c) {
  return "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((4,), \"float32\"), B: T.Buffer((4,), \"float32\"), "
         "C: T.Buffer((2,), \"int32\")):\n" +
         std::string(c.body);
}

std::string EndsAs(KernelLibrary& library, int64_t steps) {
  std::vector<Value> args{FloatsValue({4}, {0, 1, 2, 3}), FloatsValue({4}, {0, 0, 0, 0}), IntsValue({2}, {0, 2})};
  Meter meter({.steps = steps});
  Outcome outcome = library.Find("main")->Run(args, args.size(), meter);
  return fmt::format("{}: {}, {} left", RunText(outcome), ValueText(args[1]), *meter.steps());
}

TEST(StepsTest, EveryBudgetEndsAsOnTheTreeWalker) {
  for (const LoopsCase& c : kLoops) {
    Script script(TextOf(c));
    auto walked = MakeReferenceKernels(script.module, true);
    ASSERT_TRUE(walked.ok()) << c.name;
    for (int level : {0, 3}) {
      auto compiled = MakeLlvmKernels(script.module, {.opt_level = level});
      ASSERT_TRUE(compiled.ok()) << c.name << ": " << compiled.error().message;
      for (int64_t steps = 0; steps <= c.steps + 1; ++steps) {
        EXPECT_EQ(EndsAs(**compiled, steps), EndsAs(**walked, steps))
            << c.name << " at O" << level << ", " << steps << " steps";
      }
    }
    EXPECT_TRUE(EndsAs(**walked, c.steps - 1).starts_with("out of budget")) << c.name;
    EXPECT_FALSE(EndsAs(**walked, c.steps).starts_with("out of budget")) << c.name;
  }
}

TEST(StepsTest, LoopsWithoutTrapsBurnFuelOnce) {
  for (const LoopsCase& c : kLoops) {
    Script script(TextOf(c));
    auto listing = ListKernels(script.module, 0, KernelForm::kLlvm);
    ASSERT_TRUE(listing.ok()) << c.name;
    int places = 0;
    for (size_t at = 0; (at = listing->find("icmp sge i64", at)) != std::string::npos; ++at) ++places;
    EXPECT_EQ(places, c.places) << c.name << "\n" << *listing;
  }
}

}  // namespace
}  // namespace assay
