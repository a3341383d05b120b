#include "passes/note_text.h"

#include <fmt/format.h>

namespace assay {

std::string NoteText(const PassNote& note, const Context& ctx) {
  std::string place = note.span.file == 0 ? "" : " at " + ctx.sources.Describe(note.span);
  std::string who = note.kind == PassNote::Kind::kLater
                        ? fmt::format(" (later: {})", note.who.empty() ? "another pass" : note.who)
                        : "";
  return fmt::format("left {}{}: {}{}", note.op, place, note.why, who);
}

}  // namespace assay
