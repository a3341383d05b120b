// Known bugs: what is on file, by the signature that its findings have. On file are the findings of another campaign
// (its index) and cases (a folder with case.json: a regression, or one finding). A finding of a known bug is shown by
// the bug's name, costs no reduction where its words tell it already, and fails nothing. Tested by known_bugs_test.cc.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/result.h"
#include "oracles/core/known_as.h"
#include "oracles/core/oracle.h"

namespace assay {

// Its name is a regression's slug (the name of its folder), or the id of another campaign's finding.
struct KnownBug : KnownAs {
  std::string signature;
  std::string pass;
  // Its case is of a build, of which `pass` is the step to blame, where one is.
  bool of_build = false;
  // The operators of the case's module that its signature goes by; of results alone.
  std::vector<std::string> operators;
  // The case's folder; empty for a campaign's finding.
  std::string folder = "";
  // The pass does not end.
  bool hangs = false;
};

class KnownBugs {
 public:
  // What is on file under these paths: campaigns' folders, cases, and folders that hold cases at any depth. Cases about
  // another implementation than `subject` ("native", "tvm:0.27", …) say nothing of it and are left out, and so are
  // those that are closed
  // (`fixed`): what comes back is no known bug. Diag kCorrupt for a path that holds neither a campaign nor a case, and
  // for what is none of these, kIo for what cannot be read.
  static Result<KnownBugs> Load(std::span<const std::string> paths, std::string_view subject);

  // Whether the case in that folder is on file itself.
  bool Holds(const std::string& folder) const;
  bool empty() const { return by_signature_.empty(); }
  size_t size() const { return by_signature_.size(); }
  // A line for each, "SIGNATURE NAME UPSTREAM", sorted: two that are alike know the same.
  std::string Listing() const;
  // nullptr when no bug on file has that signature.
  const KnownBug* Find(std::string_view signature) const;
  // The bug that a finding is of, as far as what is said of it tells without a reduction; nullptr when it is none, or
  // when only the reduced module tells.
  const KnownBug* OfUnreduced(const Finding& finding, const Module& module) const;
  // Bugs of wrong results after `pass` (empty: of the build, whichever step of it is to blame), which a reduction tells
  // apart by their operators.
  std::vector<const KnownBug*> OfResultsAfter(std::string_view pass) const;
  // Passes that do not end on some modules.
  std::set<std::string> PassesThatHang() const;
  // Those after whatever pass.
  std::vector<const KnownBug*> OfResults() const;

 private:
  Status LoadPath(const std::string& path, std::string_view subject);
  Status LoadCampaign(const std::string& folder);
  Status LoadCase(const std::string& folder, std::string_view subject);
  void Add(KnownBug bug);
  // Of results, by the beginning of their signatures.
  std::vector<const KnownBug*> BeginningWith(std::string_view prefix) const;

  std::map<std::string, KnownBug, std::less<>> by_signature_;
  // Of cases, without links.
  std::set<std::string> folders_;
};

}  // namespace assay
