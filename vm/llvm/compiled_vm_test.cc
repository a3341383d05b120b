// Compiled Relax functions against the interpreter of the same image: the same outcome, the same words and place of a
// trap, under every budget.
#include "vm/llvm/compiled_vm.h"

#include "vm/bytecode/interp.h"
#include "vm/reference/tir_eval.h"
#include "vm/run_script.h"

namespace assay {
namespace {

std::string OutcomeText(const Outcome& outcome) {
  const auto* trap = std::get_if<Trap>(&outcome);
  return trap == nullptr ? RunText(outcome)
                         : fmt::format("trap {}: {} at {}", TrapKindName(trap->kind), trap->message, trap->span.begin);
}

// Both ways to run the functions, with kernels by the reference interpreter.
class Pair {
 public:
  explicit Pair(std::string_view functions) : script_(functions), lowered_(script_.Lowered()) {
    Result<VmImage> image = EmitVm(script_.ctx, lowered_);
    EXPECT_TRUE(image.ok());
    if (image.ok()) Load(*image);
  }
  explicit Pair(const VmImage& image) : script_("    pass\n") { Load(image); }

  void ExpectSame(std::span<const Value> args, const Budget& budget = {}) {
    std::string want = OutcomeText(interpreted_->Run("main", args, budget));
    for (auto& compiled : compiled_) EXPECT_EQ(OutcomeText(compiled->Run("main", args, budget)), want) << budget.steps;
    last_ = want;
  }
  // Of the last run.
  const std::string& outcome() const { return last_; }

 private:
  std::unique_ptr<KernelLibrary> Kernels() {
    auto kernels = MakeReferenceKernels(lowered_, true);
    EXPECT_TRUE(kernels.ok());
    return *std::move(kernels);
  }
  void Load(const VmImage& image) {
    ASSERT_TRUE(VerifyVm(image).ok());
    interpreted_ = MakeInterpreter(image, Kernels());
    for (int level : {0, 2}) {
      auto compiled = MakeCompiledVm(image, Kernels(), level);
      ASSERT_TRUE(compiled.ok()) << compiled.error().message;
      compiled_.push_back(*std::move(compiled));
    }
  }

  Script script_;
  Module lowered_;
  std::unique_ptr<Executable> interpreted_;
  std::vector<std::unique_ptr<Executable>> compiled_;
  std::string last_;
};

constexpr std::string_view kRecursion = R"(
    @R.function
    def double(x: R.Tensor((), "int32"), n: R.Tensor((), "int32")) -> R.Tensor((), "int32"):
        cls = Module
        c = R.less(x, n)
        if c:
            y = R.add(x, x)
            r = cls.double(y, n)
        else:
            r = x
        return r

    @R.function
    def main(x: R.Tensor((), "int32")) -> R.Tensor((), "int32"):
        cls = Module
        gv = cls.double(x, R.const(100, "int32"))
        return gv
)";

TEST(CompiledVmTest, BranchesAndCallsGoTheSameWay) {
  Pair pair(kRecursion);
  pair.ExpectSame(std::vector<Value>{IntsValue({}, {3})});
  EXPECT_EQ(pair.outcome(), "int32[] 192");
  pair.ExpectSame(std::vector<Value>{IntsValue({}, {100})});
  EXPECT_EQ(pair.outcome(), "int32[] 100");
  pair.ExpectSame(std::vector<Value>{IntsValue({}, {0})});
  EXPECT_TRUE(pair.outcome().starts_with("trap stack_overflow: calls nest too deep at ")) << pair.outcome();
  // After a run that ended in the middle.
  pair.ExpectSame(std::vector<Value>{IntsValue({}, {50})});
  EXPECT_EQ(pair.outcome(), "int32[] 100");
  pair.ExpectSame({});
  EXPECT_TRUE(pair.outcome().starts_with("trap argument: ")) << pair.outcome();
}

// Every instruction takes one step, wherever the budget ends.
TEST(CompiledVmTest, BudgetsEndAtTheSameStep) {
  Pair pair(kRecursion);
  int64_t steps = 0;
  do {
    pair.ExpectSame(std::vector<Value>{IntsValue({}, {20})}, {.steps = ++steps});
  } while (pair.outcome() == "out of budget" && steps < 1000);
  EXPECT_EQ(pair.outcome(), "int32[] 160");
  EXPECT_GT(steps, 20);
  for (int64_t bytes = 0; bytes < 3000; bytes += 100)
    pair.ExpectSame(std::vector<Value>{IntsValue({}, {20})}, {.bytes = bytes});
}

TEST(CompiledVmTest, ClosuresAndTuples) {
  Pair pair(R"(
    @R.function
    def plus(y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        z = R.add(y, R.const([1, 2], "float32"))
        return z

    @R.function
    def twice(f: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32")), x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = f(x)
        z = f(y)
        return z

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tuple(R.Tensor((2,), "float32"), R.Shape([2])):
        cls = Module
        r = cls.twice(cls.plus, x)
        return (r, R.shape([2]))
)");
  pair.ExpectSame(std::vector<Value>{FloatsValue({2}, {1, 2})});
  EXPECT_EQ(pair.outcome(), "(float32[2] 3 6, shape [2])");
}

TEST(CompiledVmTest, TrapsHaveTheSamePlace) {
  Pair pair(R"(
    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor(("n",), "float32"):
        n = T.int64()
        z = R.match_cast(y, R.Tensor((n,), "float32"))
        r = R.add(x, z)
        return r
)");
  pair.ExpectSame(std::vector<Value>{FloatsValue({2}, {1, 2}), FloatsValue({2}, {3, 4})});
  EXPECT_EQ(pair.outcome(), "float32[2] 4 6");
  pair.ExpectSame(std::vector<Value>{FloatsValue({2}, {1, 2}), FloatsValue({3}, {3, 4, 5})});
  EXPECT_TRUE(pair.outcome().starts_with("trap match_cast: ")) << pair.outcome();
}

// Images that no emitter makes: loops, dropped results, killed registers, conditions that are none, names of lines.
class ImageTest : public testing::Test {
 protected:
  int32_t Packed(const char* name) {
    image_.functions.push_back({.kind = VmFunctionKind::kPacked, .name = name, .symbol = {}});
    return static_cast<int32_t>(image_.functions.size() - 1);
  }
  void Add(VmOpcode op, int32_t dst, int32_t offset = 0) {
    VmInstruction instruction;
    instruction.op = op;
    instruction.dst = dst;
    instruction.offset = offset;
    instruction.line = static_cast<uint32_t>(image_.code.size() + 10);
    image_.code.push_back(instruction);
  }
  void AddCall(int32_t dst, int32_t function, const std::vector<VmArg>& args = {}) {
    Add(VmOpcode::kCall, dst);
    VmInstruction& instruction = image_.code.back();
    instruction.func = function;
    instruction.first_arg = static_cast<uint32_t>(image_.args.size());
    instruction.arg_count = static_cast<uint32_t>(args.size());
    image_.args.insert(image_.args.end(), args.begin(), args.end());
  }
  std::string Run(const std::vector<Value>& args, const Budget& budget = {}) {
    image_.source = "module.py";
    image_.functions.push_back({.kind = VmFunctionKind::kBytecode,
                                .name = "main",
                                .symbol = {},
                                .params = 1,
                                .registers = 3,
                                .first = 0,
                                .end = static_cast<uint32_t>(image_.code.size())});
    Pair pair(image_);
    pair.ExpectSame(args, budget);
    return pair.outcome();
  }
  VmImage image_;
};

TEST_F(ImageTest, LoopsEndWithTheBudget) {
  Add(VmOpcode::kIf, 0, 2);
  Add(VmOpcode::kGoto, -1, -1);
  Add(VmOpcode::kRet, 0);
  EXPECT_EQ(Run({BoolValue(true)}, {.steps = 1001}), "out of budget");
}

TEST_F(ImageTest, LoopsEndWithTheCondition) {
  Add(VmOpcode::kIf, 0, 2);
  Add(VmOpcode::kGoto, -1, -1);
  Add(VmOpcode::kRet, 0);
  EXPECT_EQ(Run({BoolValue(false)}), "bool[] False");
}

TEST_F(ImageTest, ConditionsAreScalars) {
  Add(VmOpcode::kIf, 0, 1);
  Add(VmOpcode::kRet, 0);
  EXPECT_EQ(Run({FloatsValue({2}, {1, 2})}),
            "trap condition: the condition is no scalar (in main of module.py:10) at 0");
}

TEST_F(ImageTest, KilledRegistersAreNotRead) {
  int32_t kill = Packed("vm.builtin.kill"), copy = Packed("vm.builtin.copy");
  AddCall(1, copy, {{ArgKind::kRegister, 0}});
  AddCall(0, kill);
  AddCall(-1, copy, {{ArgKind::kRegister, 1}});
  AddCall(-1, copy, {{ArgKind::kRegister, 0}});
  Add(VmOpcode::kRet, 1);
  EXPECT_EQ(Run({IntValue(5)}), "trap use_after_kill: a killed value is used (in main of module.py:13) at 0");
}

TEST_F(ImageTest, KilledRegistersAreNotReturned) {
  int32_t kill = Packed("vm.builtin.kill");
  AddCall(0, kill);
  Add(VmOpcode::kRet, 0);
  EXPECT_EQ(Run({IntValue(5)}), "trap use_after_kill: a killed value is returned (in main of module.py:11) at 0");
}

// Immediates, constants and functions are arguments too; a function that is invoked is entered like one that is called.
TEST_F(ImageTest, ArgumentsOfEveryKind) {
  int32_t tuple = Packed("vm.builtin.make_tuple"), invoke = Packed("vm.builtin.invoke_closure");
  image_.constants.push_back(Value{StringValue{"text"}});
  AddCall(1, invoke, {{ArgKind::kFunction, tuple}, {ArgKind::kImmediate, 7}, {ArgKind::kConstant, 0}});
  AddCall(0, tuple, {{ArgKind::kRegister, 0}, {ArgKind::kRegister, 1}, {ArgKind::kImmediate, 7}});
  Add(VmOpcode::kRet, 0);
  EXPECT_EQ(Run({IntValue(5)}), "(int64 5, (int64 7, text), int64 7)");
}

TEST_F(ImageTest, AFunctionThatInvokesItself) {
  int32_t invoke = Packed("vm.builtin.invoke_closure");
  AddCall(1, invoke, {{ArgKind::kFunction, 1}, {ArgKind::kRegister, 0}});
  Add(VmOpcode::kRet, 1);
  EXPECT_EQ(Run({IntValue(5)}), "trap stack_overflow: calls nest too deep (in main of module.py:10) at 0");
}

// A symbol ends at a NUL, and has a version behind an '@'.
TEST_F(ImageTest, FunctionsOfAnyName) {
  Add(VmOpcode::kRet, 0);
  image_.code.resize(4, image_.code[0]);
  const std::string names[] = {std::string("\x07\n\0x", 4), std::string("\x07\n\0y", 4), "a@b@@c"};
  for (uint32_t i = 0; i < 3; ++i) {
    image_.functions.push_back({.kind = VmFunctionKind::kBytecode,
                                .name = names[i],
                                .symbol = {},
                                .params = 1,
                                .registers = 1,
                                .first = i + 1,
                                .end = i + 2});
  }
  for (int level : {0, 2}) {
    auto kernels = MakeReferenceKernels({}, true);
    auto compiled = MakeCompiledVm(image_, *std::move(kernels), level);
    ASSERT_TRUE(compiled.ok());
    std::vector<Value> args{IntValue(5)};
    for (const std::string& name : names) EXPECT_EQ(RunText((*compiled)->Run(name, args)), "int64 5");
  }
}

TEST_F(ImageTest, FunctionsThatShareInstructionsAreRefused) {
  Add(VmOpcode::kRet, 0);
  for (const char* name : {"a", "b"}) {
    image_.functions.push_back(
        {.kind = VmFunctionKind::kBytecode, .name = name, .symbol = {}, .params = 1, .registers = 1, .end = 1});
  }
  auto kernels = MakeReferenceKernels({}, true);
  auto compiled = MakeCompiledVm(image_, *std::move(kernels), 0);
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.error().kind, DiagKind::kUnsupported);
}

}  // namespace
}  // namespace assay
