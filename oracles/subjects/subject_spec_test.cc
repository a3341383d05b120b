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
    EXPECT_FALSE(subject->doc.empty()) << subject->name;
    ASSERT_NE(subject->find, nullptr) << subject->name;
    EXPECT_EQ(FindSubject(subject->name), subject);
  }
  EXPECT_EQ(FindSubject("tvm:0.27")->name, "tvm");
  EXPECT_EQ(FindSubject("tvm@/usr/bin/python3")->name, "tvm");
  for (const char* none : {"", "natve", "native:1", "native@x", "tvmc"}) EXPECT_EQ(FindSubject(none), nullptr) << none;
}

TEST(Subjects, AssayItselfIsAlwaysThere) {
  Context ctx;
  Result<SubjectMaker> make = AllSubjects()[0]->find("native");
  ASSERT_TRUE(make.ok());
  EXPECT_EQ((*make)(ctx)->name(), "native");
}

TEST(Subjects, WhatIsNotThereIsAMatterOfTheEnvironment) {
  Result<SubjectMaker> make = FindSubject("tvm")->find("tvm:0.0");
  ASSERT_FALSE(make.ok());
  EXPECT_EQ(make.error().kind, DiagKind::kEnvironment);
}

}  // namespace
}  // namespace assay
