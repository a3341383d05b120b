#include "cli/triage_notes.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace assay {
namespace {

FindingRecord Finding(const std::string& id, const std::string& pass) {
  FindingRecord finding;
  finding.id = id;
  finding.oracle = "idempotent";
  finding.pass = pass;
  finding.klass = FindingClass::kDiffers;
  return finding;
}
const std::vector<FindingRecord> kFindings{Finding("ab12", "FuseOps"), Finding("ab34", "FuseTIR"),
                                           Finding("cd56", "FuseTIR")};

TEST(TriageNotesTest, MergedFindingsAreOneBugUntilOneIsRenamed) {
  TriageNotes notes;
  EXPECT_EQ(BugOf(kFindings[1], notes), "FuseTIR: differs (idempotent)");
  ASSERT_TRUE(
      Decide({.merge = {"ab12,cd"}, .rename = {}, .close = {}, .known = {}, .open = {}, .note = ""}, kFindings, notes)
          .ok());
  EXPECT_EQ(BugOf(kFindings[0], notes), BugOf(kFindings[2], notes));
  EXPECT_NE(BugOf(kFindings[0], notes), BugOf(kFindings[1], notes));
  ASSERT_TRUE(
      Decide({.merge = {}, .rename = {"cd56=order of groups"}, .close = {}, .known = {}, .open = {}, .note = ""},
             kFindings, notes)
          .ok());
  EXPECT_EQ(BugOf(kFindings[2], notes), "order of groups");
}

TEST(TriageNotesTest, StatusAndNoteAreKeptInTheFolder) {
  std::string folder = "/tmp/assay-triage-" + std::to_string(getpid());
  std::filesystem::create_directory(folder);
  TriageNotes notes;
  ASSERT_TRUE(Decide({.merge = {}, .rename = {}, .close = {"ab12"}, .known = {"cd56"}, .open = {}, .note = "see #1"},
                     kFindings, notes)
                  .ok());
  ASSERT_TRUE(WriteTriage(folder, notes).ok());
  auto read = ReadTriage(folder);
  ASSERT_TRUE(read.ok());
  std::vector<FindingRecord> findings = kFindings;
  Apply(*read, findings);
  EXPECT_EQ(StatusOf(findings[0]), "closed");
  EXPECT_EQ(StatusOf(findings[1]), "open");
  EXPECT_EQ(StatusOf(findings[2]), "known");
  EXPECT_EQ(findings[0].note, "see #1");
  EXPECT_EQ(read->at("cd56").note, "see #1");
  std::ofstream(folder + "/triage.json") << "[]";
  EXPECT_FALSE(ReadTriage(folder).ok());
  std::filesystem::remove_all(folder);
}

TEST(TriageNotesTest, OpeningDropsWhyItWasClosed) {
  TriageNotes notes;
  TriageOrders close, open;
  close.close = open.open = {"ab12"};
  close.note = "fixed upstream";
  ASSERT_TRUE(Decide(close, kFindings, notes).ok() && Decide(open, kFindings, notes).ok());
  EXPECT_EQ(notes["ab12"].note, "");
  open.note = "still there";
  ASSERT_TRUE(Decide(open, kFindings, notes).ok());
  EXPECT_EQ(notes["ab12"].note, "still there");
}

TEST(TriageNotesTest, WhatIsDecidedCountsBeforeTheBaseline) {
  std::vector<FindingRecord> findings = kFindings;
  for (FindingRecord& finding : findings) finding.known_as = "last night";
  findings[2].flaky = true;
  TriageNotes notes;
  ASSERT_TRUE(Decide({.merge = {}, .rename = {"cd56=order"}, .close = {}, .known = {}, .open = {"ab34"}, .note = ""},
                     findings, notes)
                  .ok());
  Apply(notes, findings);
  EXPECT_EQ(StatusOf(findings[0]), "known");
  EXPECT_EQ(StatusOf(findings[1]), "open");
  // A name says nothing of the status.
  EXPECT_EQ(StatusOf(findings[2]), "known");
}

TEST(TriageNotesTest, OrdersThatContradictOrDoNothingAreRefused) {
  for (const auto& [orders, said] : std::vector<std::pair<TriageOrders, std::string>>{
           {{{}, {}, {"ab12"}, {}, {"ab12"}, ""}, "ab12 is named by --close and by --open"},
           {{{}, {}, {"cd56"}, {"cd"}, {}, ""}, "cd56 is named by --close and by --known"},
           {{{}, {"cd56="}, {}, {}, {}, ""}, "--rename takes ID=NAME, not \"cd56=\""},
           {{{"ab12"}, {}, {}, {}, {}, ""}, "--merge takes two ids or more, not \"ab12\""},
           {{{}, {}, {""}, {}, {}, ""}, "--close takes ids of findings"},
           {{{}, {}, {}, {}, {}, "why"}, "--note goes with --close, --known or --open"}}) {
    TriageNotes notes;
    Status done = Decide(orders, kFindings, notes);
    ASSERT_FALSE(done.ok()) << said;
    EXPECT_EQ(done.error().message, said);
    EXPECT_TRUE(notes.empty()) << said;
  }
}

TEST(TriageNotesTest, AnIdMustNameOneFinding) {
  TriageNotes notes;
  Status several =
      Decide({.merge = {}, .rename = {}, .close = {"ab"}, .known = {}, .open = {}, .note = ""}, kFindings, notes);
  ASSERT_FALSE(several.ok());
  EXPECT_EQ(several.error().message, "2 findings begin with \"ab\"");
  EXPECT_FALSE(
      Decide({.merge = {}, .rename = {}, .close = {"ff"}, .known = {}, .open = {}, .note = ""}, kFindings, notes).ok());
  EXPECT_FALSE(
      Decide({.merge = {}, .rename = {"ab12"}, .close = {}, .known = {}, .open = {}, .note = ""}, kFindings, notes)
          .ok());
  EXPECT_TRUE(notes.empty());
}

}  // namespace
}  // namespace assay
