// Words for people count for nothing: whatever assay says in its messages and details, findings have the same
// signatures. Held to by all regressions that still show a finding: those of historical bugs, with the bug on, and
// those of a real TVM, by the facts that they keep.
#include <gtest/gtest.h>

#include <filesystem>

#include "fuzzers/campaign/case_file.h"
#include "ir/support/byte_source.h"
#include "ir/support/fault.h"
#include "oracles/core/cause.h"
#include "oracles/core/oracle_fixture.h"
#include "oracles/subjects/subject_spec.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Any words, with all that once had a meaning among them.
class Words {
 public:
  explicit Words(uint64_t seed) : bytes_(ByteSource::FromSeed(seed)) {}
  std::string Next() {
    constexpr std::string_view kSome[] = {"after ",
                                          "FuseTIR ",
                                          "in the build pipeline: ",
                                          "[relax.wf5] ",
                                          " at <root>.body.value: <root> ",
                                          ", and yet: ",
                                          ", where ",
                                          " has a negative extent ",
                                          "y = relax.add: ",
                                          "module, at ",
                                          "broken promise ",
                                          "\n",
                                          "x1 ",
                                          "nan against nan"};
    std::string words = "word ";
    for (int i = 0; i < 6; ++i) words += kSome[bytes_.Below(std::size(kSome))];
    return words;
  }

 private:
  ByteSource bytes_;
};

// The native subject in other words.
class InOtherWords : public Wrapper {
 public:
  explicit InOtherWords(Context& context) : Wrapper(context) {}
  SubjectTraits Traits() const override { return inner->Traits(); }
  Answer<ModuleRef> Import(const Module& m) override { return Said(inner->Import(m)); }
  Answer<ModuleRef> Parse(std::string_view text) override { return Said(inner->Parse(text)); }
  Answer<ModuleRef> AsRead(const ModuleRef& m) override { return Said(inner->AsRead(m)); }
  Answer<ModuleRef> SaveAndLoad(const ModuleRef& m) override { return Said(inner->SaveAndLoad(m)); }
  Answer<ModuleRef> ApplyDirect(const PassCall& p, const ModuleRef& m) override {
    return Said(inner->ApplyDirect(p, m));
  }
  Answer<ModuleRef> ApplySequential(std::span<const PassCall> p, const ModuleRef& m) override {
    return Said(inner->ApplySequential(p, m));
  }
  Answer<ProgramRef> Build(const ModuleRef& m, const BuildOptions& o) override { return Said(inner->Build(m, o)); }
  Answer<ProgramRef> BuildThroughFile(const ModuleRef& m, const BuildOptions& o) override {
    return Said(inner->BuildThroughFile(m, o));
  }
  std::optional<ModuleDifference> Difference(const ModuleRef& a, const ModuleRef& b) override {
    std::optional<ModuleDifference> found = inner->Difference(a, b);
    if (found) found->text = words_.Next();
    return found;
  }
  std::vector<Violation> Violations(const ModuleRef& m) override {
    std::vector<Violation> found = inner->Violations(m);
    for (Violation& one : found) one.message = words_.Next();
    return found;
  }
  Outcome Run(const ProgramRef& p, std::string_view entry, std::span<const Value> args, const Budget& budget) override {
    Outcome outcome = inner->Run(p, entry, args, budget);
    if (auto* trap = std::get_if<Trap>(&outcome)) trap->message = words_.Next();
    if (auto* refused = std::get_if<Refused>(&outcome)) refused->why = words_.Next();
    return outcome;
  }

 private:
  template <class T>
  Answer<T> Said(Answer<T> answer) {
    if (answer.ok()) return answer;
    Refusal refusal = answer.refusal();
    refusal.message = words_.Next();
    return refusal;
  }

  Words words_{1};
};

Finding Reworded(Finding finding, Words& words) {
  finding.detail = words.Next();
  finding.facts.said = words.Next();
  if (finding.facts.difference) finding.facts.difference->text = words.Next();
  return finding;
}

template <class F>
void ForEachRegression(F&& f) {
  for (const auto& item : fs::recursive_directory_iterator(ASSAY_SOURCE_DIR "/regressions")) {
    if (item.path().filename() != "case.json") continue;
    Context ctx;
    Result<LoadedCase> loaded = LoadCase(ctx, item.path().parent_path());
    ASSERT_TRUE(loaded.ok()) << item.path() << ": " << loaded.error().message;
    f(ctx, item.path().parent_path().filename().string(), *loaded);
  }
}

#ifdef ASSAY_FAULTS
std::vector<std::string> SignaturesOf(Context& ctx, Subject& subject, const LoadedCase& loaded) {
  const OracleSpec* oracle = FindOracle(loaded.file.oracle);
  std::vector<std::string> signatures;
  Words words(2);
  for (const Finding& finding : JudgeCase(ctx, subject, loaded.c, {&oracle, 1}).findings) {
    signatures.push_back(Signature(finding, loaded.c.module));
    EXPECT_EQ(CauseOf(Reworded(finding, words)), CauseOf(finding));
  }
  return signatures;
}

TEST(WordsTest, SubjectsInOtherWordsGiveTheSameSignatures) {
  size_t shown = 0;
  ForEachRegression([&](Context& ctx, const std::string& slug, const LoadedCase& loaded) {
    if (loaded.file.fault.empty() || FindOracle(loaded.file.oracle) == nullptr) return;
    for (size_t i = 0; i < AllFaults().size(); ++i) {
      if (AllFaults()[i].name == loaded.file.fault) SetFaults({static_cast<Fault>(i)});
    }
    std::vector<std::string> plain = SignaturesOf(ctx, *MakeNativeSubject(ctx), loaded);
    InOtherWords other(ctx);
    EXPECT_EQ(SignaturesOf(ctx, other, loaded), plain) << slug;
    shown += plain.empty() ? 0 : 1;
    SetFaults({});
  });
  EXPECT_GE(shown, 30u);
}
#endif

TEST(WordsTest, FactsOfStoredCasesGiveTheirSignatures) {
  size_t shown = 0;
  Words words(3);
  ForEachRegression([&](Context&, const std::string& slug, const LoadedCase& loaded) {
    const SubjectSpec* subject = FindSubject(loaded.file.subject);
    if (subject == nullptr || subject->bugs_on_file.empty() || !loaded.file.facts || !loaded.file.expect) return;
    Finding finding =
        Reworded({loaded.file.oracle, loaded.file.blamed, *loaded.file.expect, "", {}, *loaded.file.facts}, words);
    finding.cause = CauseOf(finding);
    EXPECT_EQ(Signature(finding, loaded.c.module), loaded.file.signature) << slug;
    ++shown;
  });
  EXPECT_GE(shown, 80u);
}

}  // namespace
}  // namespace assay
