// Mutators of texts give texts of well-formed modules, leave others alone, and obey the engines' limits.
#include "generators/moves/text_mutator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generators/modules/generate.h"
#include "generators/moves/custom_mutator.h"
#include "ir/check/well_formed.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

constexpr size_t kEnough = 1 << 16;

std::string TextOfSeed(uint64_t seed) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(seed);
  return PrintModule(Generate(ctx, bytes, {}));
}
void ExpectModule(const std::string& text) {
  Context ctx;
  auto module = ParseModule(ctx, "text.py", text);
  ASSERT_TRUE(module.ok()) << module.error().message << "\n" << text;
  EXPECT_TRUE(IsWellFormed(ctx, *module)) << text;
}

TEST(TextMutator, MovesAndCrossesModules) {
  // Two moves may undo each other.
  int moved = 0, crossed = 0, changed = 0;
  // Nine in ten and one in two of many.
  for (uint64_t seed = 0; seed < 200; ++seed) {
    std::string text = TextOfSeed(seed), other = TextOfSeed(seed + 200);
    auto made = MutatedText(text, seed, kEnough), both = CrossedText(text, other, seed, kEnough);
    moved += made ? 1 : 0;
    crossed += both ? 1 : 0;
    for (const auto& result : {made, both}) {
      if (result) ExpectModule(*result);
      changed += result && *result != text ? 1 : 0;
    }
    EXPECT_EQ(MutatedText(text, seed, kEnough), made);
  }
  EXPECT_GE(moved, 170);
  EXPECT_GE(crossed, 85);
  EXPECT_GE(changed, moved + crossed - 10);
}

TEST(TextMutator, LeavesAloneWhatIsNoModuleAndObeysTheLimit) {
  EXPECT_EQ(MutatedText("def main(", 1, kEnough), std::nullopt);
  EXPECT_EQ(MutatedText("", 1, kEnough), std::nullopt);
  EXPECT_EQ(MutatedText(TextOfSeed(3), 1, 10), std::nullopt);
  EXPECT_EQ(CrossedText(TextOfSeed(3), "nothing", 1, kEnough), std::nullopt);
}

// Without libFuzzer there is no mutation of bytes.
TEST(TextMutator, LibFuzzersHooksWriteIntoItsBuffer) {
  std::string text = TextOfSeed(5), other = TextOfSeed(6);
  std::vector<uint8_t> buffer(kEnough), out(kEnough);
  std::copy(text.begin(), text.end(), buffer.begin());
  size_t size = LLVMFuzzerCustomMutator(buffer.data(), text.size(), buffer.size(), 2);
  ExpectModule(std::string(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(size)));
  EXPECT_EQ(LLVMFuzzerCustomMutator(buffer.data(), size, buffer.size(), 3), size);
  const auto* a = reinterpret_cast<const uint8_t*>(text.data());
  const auto* b = reinterpret_cast<const uint8_t*>(other.data());
  EXPECT_EQ(LLVMFuzzerCustomCrossOver(a, text.size(), b, 3, out.data(), out.size(), 2), 0u);
  size = LLVMFuzzerCustomCrossOver(a, text.size(), b, other.size(), out.data(), out.size(), 2);
  if (size != 0) ExpectModule(std::string(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size)));
}

}  // namespace
}  // namespace assay
