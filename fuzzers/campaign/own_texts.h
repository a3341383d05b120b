// The project's own texts as what campaigns begin from: golden texts of passes, programs of the corpus, modules of
// regressions. They travel in the program; a campaign draws one, most times one that was written for a pass of the
// case, and moves on from it. Tested by own_texts_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/support/byte_source.h"
#include "ir/support/embedded_file.h"
#include "passes/pass.h"

namespace assay {

// passes/testdata, corpus and regressions, by path.
extern const std::span<const EmbeddedFile> kOwnTexts;

class OwnTexts {
 public:
  // Texts among the files, and the case.json of those that have one. What a case on file shows while a fault is
  // switched on, or still shows, is left out; with `elsewhere`, for a campaign on another compiler, so is what that
  // compiler's bugs are on file with.
  OwnTexts(std::span<const EmbeddedFile> files, bool elsewhere);

  size_t size() const { return texts_.size(); }
  // How many were written for the pass: it is one of those that the text is run through.
  size_t For(const PassSpec& pass) const;
  // A module of one text, most times of one that was written for one of the passes, as the passes in front of that one
  // leave it. Well-formed; nothing where the text drawn holds no such module.
  std::optional<Module> Draw(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) const;

 private:
  struct Text {
    const EmbeddedFile* file;
    // The passes that it is run through, as a list.
    std::string run;
  };
  // A text, and how many of its passes stand in front.
  struct Place {
    size_t text;
    size_t before;
  };

  void Add(const EmbeddedFile& file, std::string run);
  Place DrawPlace(ByteSource& bytes, std::span<const PassCall> passes) const;

  std::vector<Text> texts_;
  std::unordered_map<const PassSpec*, std::vector<Place>> by_pass_;
};

// Those of kOwnTexts, made once.
const OwnTexts& OwnTextsFor(bool elsewhere);

}  // namespace assay
