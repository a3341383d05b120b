// The table of subjects: each has a name and can be asked for.
#include "oracles/subjects/subject_spec.h"

#include <set>

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Subjects, EachIsFoundByItsName) {
  std::set<std::string_view> names;
  for (const SubjectSpec* subject : AllSubjects()) {
    EXPECT_TRUE(names.insert(subject->name).second) << subject->name;
    EXPECT_TRUE(Complete(*subject)) << subject->name;
    EXPECT_EQ(FindSubject(subject->name), subject);
  }
  EXPECT_EQ(FindSubject("tvm:0.27")->name, "tvm");
  EXPECT_EQ(FindSubject("tvm@/usr/bin/python3")->name, "tvm");
  for (const char* none : {"", "natve", "native:1", "native@x", "tvmc"}) EXPECT_EQ(FindSubject(none), nullptr) << none;
}

TEST(Subjects, AVersionOrAPlaceStandsBehindTheName) {
  struct Row {
    std::string_view given, name;
    std::optional<std::string_view> version, place;
  };
  for (const Row& row : {Row{"mine", "mine", {}, {}}, Row{"mine:", "mine", "", {}}, Row{"mine:1.2", "mine", "1.2", {}},
                         Row{"mine@/a:b", "mine", {}, "/a:b"}, Row{"mine@", "mine", {}, ""}, Row{"", "", {}, {}}}) {
    GivenSubject split = SplitSubject(row.given);
    EXPECT_EQ(split.name, row.name) << row.given;
    EXPECT_EQ(split.version, row.version) << row.given;
    EXPECT_EQ(split.place, row.place) << row.given;
  }
}

TEST(Subjects, AssayItselfIsAlwaysThere) {
  Context ctx;
  Result<SubjectMaker> make = AllSubjects()[0]->find(SplitSubject("native"));
  ASSERT_TRUE(make.ok());
  EXPECT_EQ((*make)(ctx)->name(), "native");
}

TEST(Subjects, WhatIsNotThereIsAMatterOfTheEnvironment) {
  Result<SubjectMaker> make = FindSubject("tvm")->find(SplitSubject("tvm:0.0"));
  ASSERT_FALSE(make.ok());
  EXPECT_EQ(make.error().kind, DiagKind::kEnvironment);
}

}  // namespace
}  // namespace assay
