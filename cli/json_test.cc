// The shapes of docs/reference/json.md against what the commands print.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/subprocess.h"

namespace assay {
namespace {

using nlohmann::json;

// The n-th template under a heading.
json Template(const std::string& heading, int which = 0) {
  std::ifstream in("docs/reference/json.md");
  std::stringstream all;
  all << in.rdbuf();
  std::string text = all.str();
  size_t at = text.find("\n## " + heading + "\n");
  for (int i = 0; i <= which; ++i) at = text.find("```json\n", at + 1);
  size_t begin = at + 8, end = text.find("```", begin);
  return json::parse(text.substr(begin, end - begin), nullptr, false);
}

// What of `value` is not as `shape` says, or empty. Templates are a few levels deep.
std::string Wrong(const json& value, const json& shape, const std::string& path) {
  bool same_kind = value.type() == shape.type() || (value.is_number() && shape.is_number());
  if (!same_kind) return path + " is " + value.dump().substr(0, 60);
  std::string wrong;
  if (shape.is_array()) {
    for (size_t i = 0; i < value.size() && !shape.empty(); ++i) wrong += Wrong(value[i], shape[0], path + "[]");
  } else if (shape.contains("NAME")) {
    for (const auto& [key, item] : value.items()) wrong += Wrong(item, shape["NAME"], path + "." + key);
  } else if (shape.is_object()) {
    for (const auto& [key, part] : shape.items()) {
      wrong += value.contains(key) ? Wrong(value[key], part, path + "." + key) : path + " has no " + key + "; ";
    }
  }
  return wrong;
}

void ExpectShape(const std::vector<std::string>& args, const json& shape) {
  ASSERT_TRUE(shape.is_object());
  ProgramRun run = RunAssay(args);
  json printed = json::parse(run.out, nullptr, false);
  ASSERT_TRUE(printed.is_object()) << args[0] << ": " << run.out << run.err;
  EXPECT_EQ(Wrong(printed, shape, args[0]), "");
}

const std::string kAdd = "cli/testdata/add.py";

TEST(JsonTest, WhatIsPrintedHasTheDocumentedShape) {
  ExpectShape({"fuzz", "--runs", "2", "--no-out", "--json"}, Template("fuzz"));
  std::string units = FreshFolder();
  ExpectShape({"fuzz", "--unit", "0/2", "--runs", "2", "--out", units + "/0", "--json"}, Template("fuzz", 1));
  ExpectShape({"units", units, "--json"}, Template("units"));
  ExpectShape({"units", units, "--alert", "9", "--json"}, Template("units", 1));
  ExpectShape({"merge", units + "/merged", units + "/0", "--json"}, Template("merge"));
  ExpectShape({"conform", "oracles/conform/testdata", "--json"}, Template("conform"));
  ExpectShape({"check", kAdd, "cli/testdata/syntax_error.py", "--json"}, Template("check"));
  ExpectShape({"print", kAdd, "--json"}, Template("print"));
  ExpectShape({"print", kAdd, "--program", "--json"}, Template("print", 1));
  ExpectShape({"explain", "matmul", "relax.wf11", "--json"}, Template("explain"));
  ExpectShape({"gen", "--count", "2", "--out", FreshFolder(), "--json"}, Template("gen"));
  ExpectShape({"opt", kAdd, "--passes=Normalize", "--json"}, Template("opt"));
  ExpectShape({"run", kAdd, "--engine", "relax-reference", "--json"}, Template("run"));
  ExpectShape({"run", kAdd, "--compare", "--json"}, Template("run", 1));
  ExpectShape({"run", kAdd, "--trace", "--json"}, Template("run", 2));
  ExpectShape({"bisect", kAdd, "--json"}, Template("bisect"));
  std::string exe = FreshFolder() + "/add.vm";
  ExpectShape({"build", kAdd, "-o", exe, "--json"}, Template("build"));
  ExpectShape({"disasm", exe, "--json"}, Template("disasm"));
  ExpectShape({"bench", "bit-equality", "--kernels", "1", "--json"}, Template("bench"));
  ExpectShape({"bench", "memory", "--iterations", "2", "--most", "1e12", "--json"}, Template("bench", 1));
  ExpectShape({"bench", "contracts", "--pass", "StmtSimplify", "--kernels", "1", "--json"}, Template("bench", 4));
  ExpectShape({"bench", "validity", "--modules", "2", "--json"}, Template("bench", 5));
  ExpectShape({"bench", "neighbourhoods", "--modules", "2", "--json"}, Template("bench", 7));
  ExpectShape({"bench", "sweep", "--op", "add", "--json"}, Template("bench", 8));
  ExpectShape({"bench", "races", "--kernels", "2", "--json"}, Template("bench", 9));
  ExpectShape({"replay", kAdd, "--json"}, Template("replay"));
}

TEST(JsonTest, TheComparisonSeesWhatIsMissing) {
  EXPECT_NE(Wrong(json{{"a", 1}}, json{{"b", 1}}, "x"), "");
  EXPECT_NE(Wrong(json{{"a", "text"}}, json{{"a", 1}}, "x"), "");
  EXPECT_EQ(Wrong(json{{"a", 1.5}, {"more", 0}}, json{{"a", 1}}, "x"), "");
}

}  // namespace
}  // namespace assay
