// Store: a campaign's folder. Findings are content-addressed folders, written under another name, then rows of an
// SQLite index, then renamed; nothing half-written can be seen, and what a kill leaves between two steps is settled
// when the store is opened again. Tested by store_test.cc and survival_test.cc.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fuzzers/campaign/tally.h"
#include "ir/support/folder_lock.h"

struct sqlite3;

namespace assay {

// File names and contents of one finding's folder.
using FindingFiles = std::map<std::string, std::string>;

// What becomes of a row whose finding has no folder: a campaign that goes on finds it again, a reader keeps it.
enum class Lost : bool { kDropped, kKept };

class Store {
 public:
  // An absent or empty folder is made into a store; with `resume`, a store is opened, and must be there. Diag
  // kBadArgument when the folder is neither, or another process is writing into it, kIo where it cannot be read,
  // kCorrupt where its index is none, kEnvironment where it cannot be written.
  static Result<std::unique_ptr<Store>> Open(const std::string& folder, bool resume, Lost lost = Lost::kDropped);
  // The findings of a store that stays as it is, with signatures in the form of today. Diag kBadArgument when the
  // folder has no index.
  static Result<std::vector<FindingRecord>> FindingsOf(const std::string& folder);
  ~Store();

  // Findings that stood in the store when it was opened.
  std::vector<FindingRecord> Findings();
  // Adds a finding and sets its path; on Diag nothing of it remains.
  Status Add(FindingRecord& finding, const FindingFiles& files);
  Status CountAgain(const FindingRecord& finding);
  // Another case stands for a finding that is there, which may have another status now.
  Status Confirm(const FindingRecord& finding, const FindingFiles& files);
  // What is known of the campaign as a whole, by name, for reports: who ran it, what came of it.
  Status SaveFact(const std::string& name, const std::string& value);
  std::map<std::string, std::string> Facts() const;
  // Those of a store that stays as it is.
  static std::map<std::string, std::string> FactsOf(const std::string& folder);
  // Makes the index of a folder anew, of findings whose folders are there, facts, and so many runs; an earlier one is
  // replaced when it is whole.
  static Status WriteIndex(const std::string& folder, const std::vector<FindingRecord>& findings,
                           const std::map<std::string, std::string>& facts, uint64_t runs);
  // How far the campaign has come, for resuming.
  Status SaveProgress(uint64_t runs, double seconds);
  uint64_t runs_before() const { return runs_before_; }
  double seconds_before() const { return seconds_before_; }
  // A file in the folder, "report.md" or "corpus/….py", written atomically.
  Status WriteReport(const std::string& name, const std::string& text);
  void Remove(const std::string& name);
  // The files of the corpus, in order of name.
  Result<std::vector<std::string>> CorpusTexts() const;

 private:
  Store() = default;
  Status OpenIndex();
  Status CheckClasses();
  Status BringUpToDate();
  Status Settle(Lost lost);
  Status Run(const std::string& sql, const std::vector<std::string>& values = {});
  Status InsertRow(const FindingRecord& finding);

  std::string folder_;
  // Within the folder.
  std::string index_name_ = "index.sqlite";
  FolderLock lock_;
  sqlite3* index_ = nullptr;
  uint64_t runs_before_ = 0;
  double seconds_before_ = 0;
};

}  // namespace assay
