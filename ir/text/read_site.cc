// What all parts of lowering share: names, errors, small readers of literals.
#include "ir/text/read_site.h"

#include <algorithm>
#include <charconv>

#include "ir/ops/describe.h"
#include "ir/text/reader_part.h"

namespace assay {

void Scope::Define(std::string_view name, const Node* node) {
  auto [slot, fresh] = names_.try_emplace(name, nullptr);
  undo_.emplace_back(name, slot->second);
  slot->second = node;
}
void Scope::RollBack(size_t mark) {
  for (; undo_.size() > mark; undo_.pop_back()) names_[undo_.back().first] = undo_.back().second;
}

std::vector<std::pair<std::string_view, const Node*>> Scope::DefinedSince(size_t mark) const {
  std::vector<std::pair<std::string_view, const Node*>> defined;
  for (size_t i = mark; i < undo_.size(); ++i) defined.emplace_back(undo_[i].first, names_.at(undo_[i].first));
  return defined;
}

std::nullptr_t ReadSite::Fail(SourceSpan span, std::string message, DiagKind kind) {
  return Fail({kind, span, std::move(message), "", {}});
}
std::nullptr_t ReadSite::Fail(Diag diag) {
  if (!failed_) sink_.Report(std::move(diag));
  failed_ = true;
  return nullptr;
}
std::nullptr_t ReadSite::Undefined(SourceSpan span, std::string_view name) {
  return Fail(span, "'" + std::string(name) + "' is not defined", DiagKind::kUndefinedName);
}

std::optional<DottedName> ReadSite::Dotted(const PyExpr* e) {
  std::string_view parts[6];
  size_t count = 0;
  for (; e->Is(PyKind::kAttribute) && count < std::size(parts); e = e->items[0]) parts[count++] = e->text;
  if (!e->Is(PyKind::kName) || count == 0 || scope_.Find(e->text) != nullptr) return std::nullopt;
  auto alias = aliases_.find(e->text);
  if (alias == aliases_.end()) return std::nullopt;
  if (count == 1) return DottedName{alias->second, parts[0]};
  std::string path;
  while (count-- > 0) path += (path.empty() ? "" : ".") + std::string(parts[count]);
  return DottedName{alias->second, ctx_.Intern(path).text()};
}

const PyExpr* ReaderPart::Arg(const PyExpr* call, size_t index, std::string_view keyword) {
  if (call == nullptr) return nullptr;
  call->taken = std::max(call->taken, static_cast<uint32_t>(index) + 1);
  if (index + 1 < call->items.size()) return call->items[index + 1];
  return call->Keyword(keyword);
}

// recursion: calls nest no deeper than the parser lets them
std::optional<DType> ReadSite::LowerDType(const PyExpr* e) {
  std::optional<DType> dtype;
  if (e->Is(PyKind::kString)) {
    dtype = e->text.empty() ? DType::Void() : ParseDType(e->text);
  } else if (e->Is(PyKind::kNone)) {
    return DType::Void();
  } else if (auto name = Dotted(e); name && name->dialect == 'T') {
    dtype = ParseDType(name->path);
  } else if (auto callee = DottedCallee(e); callee && callee->Is('R', "dtype") && e->items.size() == 2) {
    return LowerDType(e->items[1]);
  }
  if (dtype) return dtype;
  // Looking for what may have been meant takes longer than reading.
  auto misspelt = Dotted(e);
  std::string hint = e->Is(PyKind::kString)                 ? DTypeHint(e->text)
                     : misspelt && misspelt->dialect == 'T' ? DTypeHint(misspelt->path, "T.")
                                                            : "";
  Fail(e->span, "expected a dtype such as \"float32\"" + hint);
  return std::nullopt;
}

// recursion: calls nest no deeper than the parser lets them
std::optional<int64_t> ReadSite::LowerInt(const PyExpr* e) {
  bool negative = e->Is(PyKind::kUnary) && e->op == '-' && e->items[0]->Is(PyKind::kInt);
  const PyExpr* digits = negative ? e->items[0] : e;
  uint64_t limit = static_cast<uint64_t>(INT64_MAX) + (negative ? 1 : 0);
  if (!digits->Is(PyKind::kInt) || digits->overflow || digits->integer > limit) {
    // T.int64(3) and the like.
    if (const auto callee = DottedCallee(e); callee && callee->dialect == 'T' && e->items.size() == 2) {
      return LowerInt(e->items[1]);
    }
    Fail(e->span, "expected an integer");
    return std::nullopt;
  }
  return static_cast<int64_t>(negative ? 0 - digits->integer : digits->integer);
}

std::optional<bool> ReadSite::LowerBool(const PyExpr* e) {
  if (e->Is(PyKind::kTrue)) return true;
  if (e->Is(PyKind::kFalse)) return false;
  Fail(e->span, "expected True or False");
  return std::nullopt;
}

std::optional<std::string_view> ReadSite::LowerText(const PyExpr* e, std::string_view what) {
  if (e != nullptr && e->Is(PyKind::kString)) return e->text;
  Fail(e != nullptr ? e->span : SourceSpan{}, "expected " + std::string(what) + " as a string");
  return std::nullopt;
}

bool ReadSite::LowerInts(const PyExpr* e, std::vector<int64_t>& out) {
  if (e == nullptr || (!e->Is(PyKind::kTuple) && !e->Is(PyKind::kList))) {
    Fail(e == nullptr ? SourceSpan{} : e->span, "expected a list of integers");
    return false;
  }
  for (const PyExpr* item : e->items) {
    auto value = LowerInt(item);
    if (!value) return false;
    out.push_back(*value);
  }
  return true;
}

}  // namespace assay
