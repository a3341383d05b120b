// A corpus keeps what is new and the smallest of what is not, draws what is rare, and survives as text.
#include "fuzzers/campaign/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generators/modules/generate.h"
#include "ir/equal.h"
#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"

namespace assay {
namespace {

std::vector<uint8_t> Bytes(size_t size, uint8_t fill = 1) { return std::vector<uint8_t>(size, fill); }

TEST(CorpusTest, KeepsWhatReachesSomethingFirst) {
  Corpus corpus;
  EXPECT_NE(corpus.Offer(Bytes(10), {1, 2}), nullptr);
  EXPECT_EQ(corpus.Offer(Bytes(11), {1, 2}), nullptr);
  EXPECT_NE(corpus.Offer(Bytes(12), {2, 3}), nullptr);
  EXPECT_EQ(corpus.Offer(Bytes(1 << 20), {4}), nullptr);
  EXPECT_EQ(corpus.entries().size(), 2u);
  EXPECT_EQ(corpus.reached(), 4u);
}

TEST(CorpusTest, DistilsToTheSmallestForEachFeature) {
  Corpus corpus;
  corpus.Offer(Bytes(100), {1});
  corpus.Offer(Bytes(50), {1, 2});
  corpus.Offer(Bytes(70), {2, 3});
  std::string first = corpus.entries()[0].name;
  EXPECT_THAT(corpus.Distil(), testing::ElementsAre(first));
  EXPECT_EQ(corpus.entries().size(), 2u);
  EXPECT_THAT(corpus.Distil(), testing::IsEmpty());
}

TEST(CorpusTest, DrawsWhatIsRare) {
  Corpus corpus;
  corpus.Offer(Bytes(10, 1), {1});
  corpus.Offer(Bytes(10, 2), {2});
  for (int i = 0; i < 100; ++i) corpus.Offer(Bytes(10, 3), {1});
  ByteSource bytes = ByteSource::FromSeed(1);
  int rare = 0;
  for (int i = 0; i < 1000; ++i) rare += corpus.Draw(bytes)->reached == Reached{2} ? 1 : 0;
  // One of two, unless all three draws hit the other one.
  EXPECT_GT(rare, 800);
  EXPECT_LT(rare, 950);
  EXPECT_EQ(Corpus().Draw(bytes), nullptr);
}

TEST(CorpusTest, EntriesSurviveAsText) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(3);
  Module module = Generate(ctx, bytes, {});
  Corpus corpus;
  const Corpus::Entry* entry = corpus.Offer(Serialize(module), {7, 0xffffffff});
  ASSERT_NE(entry, nullptr);
  auto read = CorpusEntryOf(CorpusText(*entry));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->reached, entry->reached);
  auto loaded = Deserialize(ctx, read->bytes, OpOfFullName);
  ASSERT_TRUE(loaded.ok());
  EXPECT_TRUE(Equal(module, *loaded, {.map_free_vars = true}));
  for (const char* broken :
       {"", "# reaches", "# reaches zz\n", "# reaches 1\nthis is no module\n", "import nothing\n"}) {
    EXPECT_FALSE(CorpusEntryOf(broken).has_value()) << broken;
  }
}

TEST(CorpusTest, FeaturesAreWhatTheModuleAndItsPassesReached) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(3);
  Module module = Generate(ctx, bytes, {});
  CaseReport report;
  Reached plain = FeaturesOf(module, report);
  EXPECT_THAT(plain, testing::Not(testing::IsEmpty()));
  report.passes["LegalizeOps"].changed = 1;
  report.passes["Normalize"].tried = 1;
  Reached fired = FeaturesOf(module, report);
  EXPECT_GT(fired.size(), plain.size());
  EXPECT_TRUE(std::ranges::includes(fired, plain));
}

}  // namespace
}  // namespace assay
