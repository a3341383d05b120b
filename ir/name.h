// Interned names: a view whose text lives in a Context's arena. Within one Context equal names share their pointer,
// so comparing is usually one pointer test; across Contexts the text decides.
#pragma once

#include <cstring>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace assay {

class Name {
 public:
  constexpr Name() = default;
  // The text must outlive the name: use Context::Intern for anything that is not a literal.
  constexpr explicit Name(std::string_view text) : data_(text.data()), size_(text.size()) {}

  constexpr std::string_view text() const { return {data_, size_}; }
  std::string str() const { return std::string(text()); }
  constexpr bool empty() const { return size_ == 0; }

  friend bool operator==(Name a, Name b) {
    return a.size_ == b.size_ && (a.data_ == b.data_ || std::memcmp(a.data_, b.data_, a.size_) == 0);
  }
  friend bool operator==(Name a, std::string_view b) { return a.text() == b; }
  // By text, so that ordered containers do not depend on addresses.
  friend bool operator<(Name a, Name b) { return a.text() < b.text(); }

 private:
  const char* data_ = "";
  size_t size_ = 0;
};

// For messages of tests (gtest).
void PrintTo(Name name, std::ostream* out);

}  // namespace assay

template <>
struct std::hash<assay::Name> {
  size_t operator()(assay::Name name) const { return std::hash<std::string_view>()(name.text()); }
};
