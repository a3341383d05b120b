// Programs whose tensors share storage wrongly, or not at all wrongly: what the watched VM says of each, word for word.
#include "vm/bytecode/storage_watch.h"

#include "vm/bytecode/interp.h"
#include "vm/run_script.h"

namespace assay {
namespace {

constexpr std::string_view kHead = R"(
    @T.prim_func(private=True, s_tir=True)
    def copy(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):
        for i in range(2):
            B[i] = A[i]
    @T.prim_func(private=True, s_tir=True)
    def half(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):
        B[0] = A[0]
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        s: R.Object = R.memory.alloc_storage(R.shape([12]), 0, R.str("global"), R.dtype("float32"))
)";

std::string Alloc(std::string_view name, int offset, int extent = 2) {
  return fmt::format(
      "        {}: R.Tensor(({},), \"float32\") = R.memory.alloc_tensor(s, {}, R.shape([{}]), R.dtype(\"float32\"), "
      "0)\n",
      name, extent, offset, extent);
}

// On both engines that watch; they say the same.
std::string Said(const std::string& bindings) {
  Script script(std::string(kHead) + bindings);
  Module lowered = script.Lowered();
  std::string said;
  for (const EngineSpec* engine : {&kVm, &kTirReference}) {
    auto loaded = engine->load(script.ctx, lowered, {});
    if (!loaded.ok()) return loaded.error().message;
    std::vector<Value> args{FloatsValue({2}, {3, 4})};
    Outcome outcome = (*loaded)->Run("main", args);
    const auto* trap = std::get_if<Trap>(&outcome);
    std::string text =
        trap == nullptr ? RunText(outcome) : std::string(TrapKindName(trap->kind)) + ": " + trap->message;
    text = text.substr(0, text.find(" (in "));
    EXPECT_TRUE(said.empty() || said == text) << said << "\n" << text;
    said = text;
  }
  return said;
}

TEST(StorageWatchTest, OneAfterTheOther) {
  EXPECT_EQ(
      Said(Alloc("a", 0) + "        cls.copy(x, a)\n" + Alloc("b", 0) + "        cls.copy(x, b)\n        return b\n"),
      "float32[2] 3 4");
}

TEST(StorageWatchTest, StaleReadsAndWrites) {
  EXPECT_EQ(
      Said(Alloc("a", 0) + "        cls.copy(x, a)\n" + Alloc("b", 4) + "        cls.copy(a, b)\n        return b\n"),
      "stale_read: buffer A is read at byte 4 of a (line 19), whose storage b (line 21) was given since, by copy, in "
      "main, "
      "binding _");
  EXPECT_EQ(Said(Alloc("a", 0) + Alloc("b", 0) + "        cls.copy(x, a)\n        return b\n"),
            "stale_write: buffer B is written at byte 0 of a (line 19), whose storage b (line 20) was given since, by "
            "copy, in "
            "main, binding _");
  // Seen through a view, and by who is given the result.
  EXPECT_EQ(
      Said(Alloc("a", 0) + "        cls.copy(x, a)\n" + Alloc("b", 0) + "        cls.copy(x, b)\n        return a\n"),
      "stale_read: the result is byte 0 of a (line 19), whose storage b (line 21) was given since, in main");
}

TEST(StorageWatchTest, BytesThatNothingWrote) {
  EXPECT_EQ(Said(Alloc("a", 0) + Alloc("b", 0) + "        return b\n"),
            "read_before_write: the result is byte 0 of b (line 20), which nothing wrote, in main");
  EXPECT_EQ(Said(Alloc("a", 0, 2) + "        cls.half(x, a)\n        return a\n"),
            "read_before_write: byte 4 of output 1 is never written, by half, in main, binding _");
  EXPECT_EQ(
      Said(Alloc("a", 0) + Alloc("b", 8, 1) + "        cls.copy(a, a)\n        return a\n"),
      "read_before_write: element 0 of buffer A, which is a (line 19), is read before it is written, by copy, in main, "
      "binding _");
}

// What escapes outlives its storage, and the program.
TEST(StorageWatchTest, ResultsLiveOn) {
  Outcome outcome = Refused{};
  {
    Script script(std::string(kHead) + Alloc("a", 0) + "        cls.copy(x, a)\n        return a\n");
    auto loaded = kVm.load(script.ctx, script.Lowered(), {});
    ASSERT_TRUE(loaded.ok());
    std::vector<Value> args{FloatsValue({2}, {3, 4})};
    outcome = (*loaded)->Run("main", args);
  }
  EXPECT_EQ(RunText(outcome), "float32[2] 3 4");
}

}  // namespace
}  // namespace assay
