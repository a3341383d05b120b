// The folder and the index of a campaign (store.h).
#include "fuzzers/campaign/store.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/old_signature.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDraft = ".draft-";
constexpr std::string_view kIndexName = "index.sqlite";
constexpr const char* kSchema =
    "CREATE TABLE IF NOT EXISTS findings(id TEXT PRIMARY KEY, signature TEXT UNIQUE NOT NULL, oracle TEXT, pass TEXT,"
    " class TEXT, path TEXT, reduced_lines INTEGER, run INTEGER, seen INTEGER, status TEXT DEFAULT 'open', at_seconds "
    "REAL, known_as TEXT DEFAULT '', upstream TEXT DEFAULT '', also TEXT DEFAULT '', detail TEXT DEFAULT '');"
    "CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value TEXT);"
    "CREATE TABLE IF NOT EXISTS progress(one INTEGER PRIMARY KEY CHECK (one = 1), runs INTEGER, seconds REAL);";

Diag Failed(DiagKind kind, std::string message) { return {kind, {}, std::move(message), "", {}}; }

// A draft's name means nothing to readers.
Diag NamedAs(Diag diag, const fs::path& draft, const fs::path& place) {
  if (size_t at = diag.message.find(draft.string()); at != std::string::npos)
    diag.message.replace(at, draft.string().size(), place.string());
  return diag;
}

std::string ColumnText(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return text == nullptr ? "" : text;
}

// Names of oracles hold no spaces.
std::string Joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, " ")); }
std::vector<std::string> Words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string StatusWord(const FindingRecord& finding) { return finding.flaky ? "flaky" : "open"; }

// Calls row(statement) for each row of a query.
template <class F>
bool Query(sqlite3* index, const char* sql, F&& row) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(index, sql, -1, &statement, nullptr) != SQLITE_OK) return false;
  int code = 0;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) row(statement);
  sqlite3_finalize(statement);
  return code == SQLITE_DONE;
}

// Of an index of before, or of today.
int VersionOf(sqlite3* index) {
  int version = 0;
  Query(index, "PRAGMA user_version", [&](sqlite3_stmt* row) { version = sqlite3_column_int(row, 0); });
  return version;
}

// A finding's signature in the form of today; as it is where its folder does not say enough.
std::string CurrentSignatureOf(const std::string& folder, const std::string& id, const std::string& signature) {
  Context ctx;
  Result<LoadedCase> loaded = LoadCase(ctx, fs::path(folder) / "findings" / id);
  return loaded.ok() ? CurrentSignature(signature, loaded->c.module, loaded->file.note) : signature;
}

// Columns that an index of an earlier release lacks.
constexpr const char* kLaterColumns[] = {"known_as", "upstream", "also", "detail"};

bool HasColumn(sqlite3* index, const char* column) {
  sqlite3_stmt* statement = nullptr;
  bool has = sqlite3_prepare_v2(index, fmt::format("SELECT {} FROM findings", column).c_str(), -1, &statement,
                                nullptr) == SQLITE_OK;
  sqlite3_finalize(statement);
  return has;
}

// An index of an earlier release has no such table, and says nothing.
std::map<std::string, std::string> ReadFacts(sqlite3* index) {
  std::map<std::string, std::string> facts;
  Query(index, "SELECT name, value FROM facts",
        [&](sqlite3_stmt* row) { facts[ColumnText(row, 0)] = ColumnText(row, 1); });
  return facts;
}

// Reads rows of either form; false when the index has no such table.
bool ReadFindings(sqlite3* index, const fs::path& folder, std::vector<FindingRecord>& findings) {
  std::string columns = "id, signature, oracle, pass, class, path, reduced_lines, run, seen, at_seconds, status";
  for (const char* column : kLaterColumns) columns += HasColumn(index, column) ? fmt::format(", {}", column) : ", ''";
  return Query(index, fmt::format("SELECT {} FROM findings ORDER BY rowid", columns).c_str(), [&](sqlite3_stmt* row) {
    FindingRecord finding;
    finding.id = ColumnText(row, 0);
    finding.signature = ColumnText(row, 1);
    finding.oracle = ColumnText(row, 2);
    finding.pass = ColumnText(row, 3);
    // CheckClasses has seen that there is one.
    if (auto klass = FindingClassNamed(ColumnText(row, 4)); klass.ok()) finding.klass = *klass;
    // The campaign may have been moved since.
    if (!ColumnText(row, 5).empty()) finding.path = folder / "findings" / finding.id;
    finding.reduced_lines = sqlite3_column_int(row, 6);
    finding.run = static_cast<uint64_t>(sqlite3_column_int64(row, 7));
    finding.seen = static_cast<uint64_t>(sqlite3_column_int64(row, 8));
    finding.at_seconds = sqlite3_column_double(row, 9);
    finding.flaky = ColumnText(row, 10) == "flaky";
    finding.known_as = ColumnText(row, 11);
    finding.upstream = ColumnText(row, 12);
    finding.also = Words(ColumnText(row, 13));
    finding.detail = ColumnText(row, 14);
    findings.push_back(std::move(finding));
  });
}

// Drafts are what a campaign that was killed left unfinished.
Status ClearDrafts(const fs::path& folder) {
  std::error_code error;
  for (const auto& item : fs::directory_iterator(folder, fs::directory_options::skip_permission_denied, error)) {
    if (item.path().filename().string().starts_with(kDraft)) fs::remove_all(item.path(), error);
  }
  if (error)
    return Failed(DiagKind::kEnvironment, fmt::format("cannot clear {}: {}", folder.string(), error.message()));
  return Done{};
}

// Whether the folder may become, or is, a store.
Status CheckFolder(const std::string& folder, bool resume) {
  std::error_code error;
  bool exists = fs::exists(folder, error);
  if (exists && !fs::is_directory(folder, error)) {
    return Failed(DiagKind::kBadArgument, fmt::format("{} is not a folder", folder));
  }
  bool empty = !exists || fs::is_empty(folder, error);
  if (error) return Failed(DiagKind::kIo, fmt::format("cannot read {}: {}", folder, error.message()));
  bool store = exists && fs::exists(fs::path(folder) / "index.sqlite");
  if (resume && !store) {
    std::string what = !exists ? "there is no such folder" : empty ? "the folder is empty" : "it has no index.sqlite";
    return Failed(
        DiagKind::kBadArgument,
        fmt::format("cannot resume {}: expected a campaign's folder, but {}; without --resume a campaign starts there",
                    folder, what));
  }
  if (!empty && !resume) {
    return Failed(DiagKind::kBadArgument, fmt::format("{} is not empty; --resume continues a campaign there", folder));
  }
  for (const char* part : {"findings", "corpus"}) {
    fs::create_directories(fs::path(folder) / part, error);
    if (error) return Failed(DiagKind::kEnvironment, fmt::format("cannot make {}: {}", folder, error.message()));
  }
  return Done{};
}

}  // namespace

Result<std::unique_ptr<Store>> Store::Open(const std::string& folder, bool resume, Lost lost) {
  ASSAY_RETURN_IF_ERROR(CheckFolder(folder, resume));
  std::unique_ptr<Store> store(new Store);
  store->folder_ = folder;
  ASSAY_TRY(store->lock_, FolderLock::Take(folder, IfTaken::kFail));
  ASSAY_RETURN_IF_ERROR(ClearDrafts(fs::path(folder) / "corpus"));
  ASSAY_RETURN_IF_ERROR(store->OpenIndex());
  ASSAY_RETURN_IF_ERROR(store->Settle(lost));
  ASSAY_RETURN_IF_ERROR(store->BringUpToDate());
  return store;
}

Store::~Store() { sqlite3_close(index_); }

Status Store::OpenIndex() {
  std::string path = fs::path(folder_) / index_name_;
  // Of a draft nothing is left where the machine stops: nobody waits for the disk.
  const char* how = index_name_ == kIndexName ? "" : "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;";
  if (sqlite3_open(path.c_str(), &index_) != SQLITE_OK ||
      sqlite3_exec(index_, how, nullptr, nullptr, nullptr) != SQLITE_OK ||
      sqlite3_exec(index_, kSchema, nullptr, nullptr, nullptr) != SQLITE_OK) {
    int code = sqlite3_errcode(index_);
    DiagKind kind = code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? DiagKind::kCorrupt : DiagKind::kEnvironment;
    return Failed(kind, fmt::format("cannot use {}: {}", path, sqlite3_errmsg(index_)));
  }
  for (const char* column : kLaterColumns) {
    if (!HasColumn(index_, column))
      ASSAY_RETURN_IF_ERROR(Run(fmt::format("ALTER TABLE findings ADD COLUMN {} TEXT DEFAULT ''", column)));
  }
  ASSAY_RETURN_IF_ERROR(CheckClasses());
  Query(index_, "SELECT runs, seconds FROM progress", [&](sqlite3_stmt* row) {
    runs_before_ = static_cast<uint64_t>(sqlite3_column_int64(row, 0));
    seconds_before_ = sqlite3_column_double(row, 1);
  });
  return Done{};
}

// What another version of assay calls a class has no meaning here.
Status Store::CheckClasses() {
  Status status = Done{};
  Query(index_, "SELECT class FROM findings", [&](sqlite3_stmt* row) {
    auto klass = FindingClassNamed(ColumnText(row, 0));
    if (!klass.ok())
      status = Failed(DiagKind::kCorrupt, fmt::format("{}/index.sqlite: {}", folder_, klass.error().message));
  });
  return status;
}

// An index of before gets the signatures of today; findings that are one by now become one, the earlier.
Status Store::BringUpToDate() {
  if (VersionOf(index_) == kSignatureVersion) return Done{};
  std::vector<std::pair<std::string, std::string>> changed;
  Query(index_, "SELECT id, signature FROM findings ORDER BY rowid", [&](sqlite3_stmt* row) {
    std::string id = ColumnText(row, 0), signature = ColumnText(row, 1),
                now = CurrentSignatureOf(folder_, id, signature);
    if (now != signature) changed.emplace_back(id, now);
  });
  for (const auto& [id, signature] : changed) {
    ASSAY_RETURN_IF_ERROR(
        Run("UPDATE findings SET seen = seen + (SELECT seen FROM findings WHERE id = ?) WHERE signature = ?",
            {id, signature}));
    ASSAY_RETURN_IF_ERROR(Run("UPDATE OR IGNORE findings SET signature = ? WHERE id = ?", {signature, id}));
    ASSAY_RETURN_IF_ERROR(Run("DELETE FROM findings WHERE id = ? AND signature != ?", {id, signature}));
  }
  return Run(fmt::format("PRAGMA user_version = {}", kSignatureVersion));
}

// A draft is whole once the index has it: it gets its place. Others go, and so do rows that have neither.
Status Store::Settle(Lost lost) {
  fs::path findings = fs::path(folder_) / "findings";
  std::vector<std::string> ids;
  Query(index_, "SELECT id FROM findings", [&](sqlite3_stmt* row) { ids.push_back(ColumnText(row, 0)); });
  std::error_code error;
  std::vector<fs::path> drafts;
  for (const auto& item : fs::directory_iterator(findings, error)) {
    if (item.path().filename().string().starts_with(kDraft)) drafts.push_back(item.path());
  }
  for (const std::string& id : ids) {
    for (const fs::path& draft : drafts) {
      bool whole = draft.filename().string().starts_with(fmt::format("{}{}-", kDraft, id));
      if (whole && !fs::exists(findings / id)) fs::rename(draft, findings / id, error);
    }
    if (lost == Lost::kDropped && !fs::exists(findings / id))
      ASSAY_RETURN_IF_ERROR(Run("DELETE FROM findings WHERE id = ?", {id}));
  }
  return ClearDrafts(findings);
}

Result<std::vector<FindingRecord>> Store::FindingsOf(const std::string& folder) {
  std::string path = fs::path(folder) / "index.sqlite";
  sqlite3* index = nullptr;
  std::vector<FindingRecord> findings;
  bool ok = sqlite3_open_v2(path.c_str(), &index, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK &&
            ReadFindings(index, folder, findings);
  bool old = ok && VersionOf(index) != kSignatureVersion;
  std::string why = ok ? "" : sqlite3_errmsg(index);
  sqlite3_close(index);
  if (!ok) return Failed(DiagKind::kBadArgument, fmt::format("{} is no campaign's index: {}", path, why));
  for (FindingRecord& finding : findings) {
    if (old) finding.signature = CurrentSignatureOf(folder, finding.id, finding.signature);
  }
  return findings;
}

Status Store::Run(const std::string& sql, const std::vector<std::string>& values) {
  sqlite3_stmt* statement = nullptr;
  bool ok = sqlite3_prepare_v2(index_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK;
  for (size_t i = 0; ok && i < values.size(); ++i) {
    ok = sqlite3_bind_text(statement, static_cast<int>(i) + 1, values[i].c_str(), -1, SQLITE_TRANSIENT) == SQLITE_OK;
  }
  ok = ok && sqlite3_step(statement) == SQLITE_DONE;
  std::string why = ok ? "" : sqlite3_errmsg(index_);
  sqlite3_finalize(statement);
  if (!ok) return Failed(DiagKind::kEnvironment, fmt::format("cannot write {}/index.sqlite: {}", folder_, why));
  return Done{};
}

std::vector<FindingRecord> Store::Findings() {
  std::vector<FindingRecord> findings;
  ReadFindings(index_, folder_, findings);
  return findings;
}

Status Store::InsertRow(const FindingRecord& finding) {
  return Run(
      "INSERT INTO findings(id, signature, oracle, pass, class, path, reduced_lines, run, seen, at_seconds, status, "
      "known_as, upstream, also, detail)"
      " VALUES (?, ?, ?, ?, ?, ?, CAST(? AS INTEGER), CAST(? AS INTEGER), CAST(? AS INTEGER), CAST(? AS REAL), ?, ?, "
      "?, ?, ?)",
      {finding.id, finding.signature, finding.oracle, finding.pass, finding.klass.name(), finding.path,
       std::to_string(finding.reduced_lines), std::to_string(finding.run), std::to_string(finding.seen),
       fmt::format("{:.3f}", finding.at_seconds), StatusWord(finding), finding.known_as, finding.upstream,
       Joined(finding.also), finding.detail});
}

// File by file, so that whoever is killed meanwhile leaves a finding.
Status Store::Confirm(const FindingRecord& finding, const FindingFiles& files) {
  for (const auto& [name, text] : files) {
    ASSAY_RETURN_IF_ERROR(WriteReport(fmt::format("findings/{}/{}", finding.id, name), text));
  }
  ASSAY_RETURN_IF_ERROR(CountAgain(finding));
  return Run(
      "UPDATE findings SET status = ?, detail = ?, reduced_lines = CAST(? AS INTEGER), run = CAST(? AS INTEGER) WHERE "
      "signature = ?",
      {StatusWord(finding), finding.detail, std::to_string(finding.reduced_lines), std::to_string(finding.run),
       finding.signature});
}

Status Store::Add(FindingRecord& finding, const FindingFiles& files) {
  fs::path place = fs::path(folder_) / "findings" / finding.id;
  fs::path draft = fs::path(folder_) / "findings" / fmt::format(".draft-{}-{}", finding.id, getpid());
  std::error_code error;
  // Left by a campaign that was killed between writing and renaming.
  if (fs::exists(place)) fs::remove_all(place, error);
  auto undo = [&](Diag diag) {
    std::error_code ignored;
    fs::remove_all(draft, ignored);
    finding.path.clear();
    return diag;
  };
  finding.path = place;
  fs::create_directory(draft, error);
  if (error)
    return undo(Failed(DiagKind::kEnvironment, fmt::format("cannot make {}: {}", finding.path, error.message())));
  for (const auto& [name, text] : files) {
    Status written = WriteFile(draft / name, text, Durability::kSynced);
    if (!written.ok()) return undo(NamedAs(written.error(), draft, place));
  }
  // Whoever is killed from here on has the draft settled when the store is opened again.
  Status row = InsertRow(finding);
  if (!row.ok()) return undo(row.error());
  fs::rename(draft, place, error);
  if (!error) return Done{};
  Status ignored = Run("DELETE FROM findings WHERE id = ?", {finding.id});
  return undo(Failed(DiagKind::kEnvironment, fmt::format("cannot make {}: {}", finding.path, error.message())));
}

Status Store::CountAgain(const FindingRecord& finding) {
  return Run("UPDATE findings SET seen = CAST(? AS INTEGER), also = ? WHERE signature = ?",
             {std::to_string(finding.seen), Joined(finding.also), finding.signature});
}

Status Store::SaveFact(const std::string& name, const std::string& value) {
  return Run("INSERT OR REPLACE INTO facts(name, value) VALUES (?, ?)", {name, value});
}

std::map<std::string, std::string> Store::Facts() const { return ReadFacts(index_); }

std::map<std::string, std::string> Store::FactsOf(const std::string& folder) {
  std::map<std::string, std::string> facts;
  sqlite3* index = nullptr;
  std::string path = fs::path(folder) / "index.sqlite";
  if (sqlite3_open_v2(path.c_str(), &index, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK) facts = ReadFacts(index);
  sqlite3_close(index);
  return facts;
}

Status Store::WriteIndex(const std::string& folder, const std::vector<FindingRecord>& findings,
                         const std::map<std::string, std::string>& facts, uint64_t runs) {
  fs::path place = fs::path(folder) / "index.sqlite";
  std::error_code error;
  std::unique_ptr<Store> store(new Store);
  store->folder_ = folder;
  store->index_name_ = fmt::format("{}index.sqlite", kDraft);
  fs::path draft = fs::path(folder) / store->index_name_;
  fs::remove(draft, error);
  ASSAY_RETURN_IF_ERROR(store->OpenIndex());
  ASSAY_RETURN_IF_ERROR(store->Run("BEGIN"));
  for (const FindingRecord& finding : findings) ASSAY_RETURN_IF_ERROR(store->InsertRow(finding));
  for (const auto& [name, value] : facts) ASSAY_RETURN_IF_ERROR(store->SaveFact(name, value));
  ASSAY_RETURN_IF_ERROR(store->SaveProgress(runs, 0));
  ASSAY_RETURN_IF_ERROR(store->Run(fmt::format("PRAGMA user_version = {}", kSignatureVersion)));
  ASSAY_RETURN_IF_ERROR(store->Run("COMMIT"));
  store.reset();
  fs::rename(draft, place, error);
  if (error) return Failed(DiagKind::kEnvironment, fmt::format("cannot write {}: {}", place.string(), error.message()));
  return Done{};
}

Status Store::SaveProgress(uint64_t runs, double seconds) {
  return Run("INSERT OR REPLACE INTO progress(one, runs, seconds) VALUES (1, CAST(? AS INTEGER), CAST(? AS REAL))",
             {std::to_string(runs), fmt::format("{:.3f}", seconds)});
}

void Store::Remove(const std::string& name) {
  std::error_code ignored;
  fs::remove(fs::path(folder_) / name, ignored);
}

Result<std::vector<std::string>> Store::CorpusTexts() const {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& item : fs::directory_iterator(fs::path(folder_) / "corpus", error)) files.push_back(item.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const fs::path& file : files) {
    ASSAY_TRY(std::string text, ReadFile(file));
    texts.push_back(std::move(text));
  }
  return texts;
}

Status Store::WriteReport(const std::string& name, const std::string& text) {
  fs::path place = fs::path(folder_) / name;
  fs::path draft = place.parent_path() / fmt::format(".draft-{}", place.filename().string());
  std::error_code error;
  Status written = WriteFile(draft, text);
  if (written.ok()) fs::rename(draft, place, error);
  if (written.ok() && !error) return Done{};
  std::error_code ignored;
  fs::remove(draft, ignored);
  if (!written.ok()) return NamedAs(written.error(), draft, place);
  return Failed(DiagKind::kEnvironment, fmt::format("cannot write {}: {}", place.string(), error.message()));
}

}  // namespace assay
