// What each part of the reader reads with. Parts know each other only as far as one construct holds the other's.
// Internal to ir/text.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ir/text/module_around.h"
#include "ir/text/read_site.h"

namespace assay {

class AttrReader;
class BindingBuilder;
class BufferReader;
class KernelReader;
class RelaxReader;
class ScalarReader;
class SignatureReader;
class TypeReader;
class ValueReader;

class ReaderPart {
 public:
  ReaderPart(const ReaderPart&) = delete;
  ReaderPart& operator=(const ReaderPart&) = delete;

 protected:
  ReaderPart(ReadSite& site, ModuleAround& around)
      : ctx_(site.ctx()), site_(site), scope_(site.scope()), around_(around) {}
  ~ReaderPart() = default;

  // Positional argument `index` of a call, or its keyword; null when absent.
  static const PyExpr* Arg(const PyExpr* call, size_t index, std::string_view keyword);
  template <class T>
  static const T* At(SourceSpan span, const T* node) {
    // Freshly made and not shared yet.
    if (node != nullptr) const_cast<T*>(node)->span = span;
    return node;
  }

  Context& ctx_;
  ReadSite& site_;
  Scope& scope_;
  ModuleAround& around_;
};

}  // namespace assay
