// round_trip: a printed module, and what a pass makes of it, reads back as the same module, and prints the same again.
#include "oracles/core/normalized_message.h"
#include "oracles/core/pass_oracles.h"

namespace assay {
extern const OracleSpec kRoundTrip;
namespace {

// The first line in which two texts differ.
struct DifferentLine {
  size_t number = 1;
  std::string_view here, there;
};
DifferentLine FirstDifferentLine(std::string_view a, std::string_view b) {
  size_t line = 1, begin = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) {
    if (a[i] == '\n') {
      ++line;
      begin = i + 1;
    }
  }
  auto tail = [&](std::string_view text) {
    return text.substr(std::min(begin, text.size()), text.find('\n', begin) - begin);
  };
  return {line, tail(a), tail(b)};
}

Verdict JudgeText(const PassCall* pass, const Answer<ModuleRef>& module, OracleContext& oc) {
  if (!module.ok()) return FromRefusal(kRoundTrip, pass, module.refusal());
  std::string text = oc.subject.Print(*module);
  if (oc.subject.Traits().takes_text && text.find("metadata[") != std::string::npos)
    return Skip{SkipKind::kNotApplicable, "the text leaves constants out"};
  Answer<ModuleRef> reread = oc.subject.Parse(text);
  if (!reread.ok()) {
    return MakeFinding(kRoundTrip, pass, FindingClass::kUnreadable,
                       fmt::format("what was printed cannot be read back: {}\n{}", reread.refusal().message, text),
                       FactsOf(reread.refusal()));
  }
  std::optional<ModuleDifference> difference = oc.subject.Difference(*module, *reread);
  if (difference) {
    // Passes may bring a module into a form that no text can say, the same but for that.
    Answer<ModuleRef> said = oc.subject.AsRead(*module);
    if (!said.ok()) return FromRefusal(kRoundTrip, pass, said.refusal());
    difference = oc.subject.Difference(*said, *reread);
    if (!difference) text = oc.subject.Print(*said);
  }
  if (difference) {
    FindingFacts facts = FactsOf(*difference);
    facts.lost_in_text = true;
    return WithSides(
        MakeFinding(kRoundTrip, pass, FindingClass::kDiffers,
                    fmt::format("what was printed reads back as another module, at {}\n{}", difference->text, text),
                    std::move(facts)),
        {.expected_title = "printed",
         .got_title = "read back and printed",
         .expected = text,
         .got = oc.subject.Print(*reread),
         .where = difference->text});
  }
  std::string again = oc.subject.Print(*reread);
  if (again == text) return Agree{};
  DifferentLine line = FirstDifferentLine(text, again);
  return WithSides(
      MakeFinding(kRoundTrip, pass, FindingClass::kTextDiffers,
                  fmt::format("the module prints otherwise after it was read back, at line {}:\n{}\nagainst\n{}",
                              line.number, line.here, line.there),
                  {.reads = FirstOperatorIn(line.here)}),
      {.expected_title = "printed",
       .got_title = "read back and printed",
       .expected = text,
       .got = again,
       .where = fmt::format("line {}", line.number)});
}

// Reading takes long where there is another way in; a case on its own is always asked.
constexpr uint64_t kWaysOneIn = 32;

// A subject that takes modules in two ways makes the same of both.
Verdict JudgeWaysIn(OracleContext& oc) {
  if (!oc.settings.Asks(0, kWaysOneIn)) return Agree{};
  std::optional<Answer<ModuleRef>> read = oc.subject.ImportAsText(oc.c.module);
  if (!read) return Agree{};
  if (!read->ok()) return Skip{SkipKind::kRefused, "the other way in", read->refusal().kind};
  Answer<ModuleRef> given = oc.Original();
  if (!given.ok()) return FromRefusal(kRoundTrip, nullptr, given.refusal());
  std::optional<ModuleDifference> difference = oc.subject.Difference(*given, **read);
  if (!difference) return Agree{};
  return WithSides(
      MakeFinding(kRoundTrip, nullptr, FindingClass::kDiffers,
                  fmt::format("the module is another one than what is read of its text, at {}", difference->text),
                  FactsOf(*difference)),
      {.expected_title = "read of its text",
       .got_title = "given directly",
       .expected = oc.subject.Print(**read),
       .got = oc.subject.Print(*given),
       .where = difference->text});
}

bool IsFinding(const Verdict& verdict) { return std::holds_alternative<Finding>(verdict); }

Verdict Judge(const PassCall* pass, OracleContext& oc) {
  if (pass == nullptr) {
    Verdict verdict = JudgeText(nullptr, oc.Original(), oc);
    return std::holds_alternative<Agree>(verdict) ? JudgeWaysIn(oc) : verdict;
  }
  Answer<ModuleRef> output = oc.OutputOf(*pass);
  // What a pass leaves as it was is no new text.
  if (output.ok() && !oc.Changed(*pass)) return Agree{};
  Verdict verdict = JudgeText(pass, output, oc);
  bool before = IsFinding(verdict) && IsFinding(JudgeText(nullptr, oc.FreshInputOf(*pass), oc));
  return before ? Skip{SkipKind::kNotToBlame, "the module itself does not read back"} : verdict;
}

}  // namespace

const OracleSpec kRoundTrip = {
    .name = "round_trip",
    .doc =
        "Print, read, compare structurally, print again, compare the texts. Cannot see what neither text nor structure "
        "carry (source places), nor in which form a region's length stands, which readers simplify.",
    .scope = OracleScope::kBoth,
    .passes_one_in = 4,
    .judge = Judge,
};

}  // namespace assay
