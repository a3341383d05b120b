// Files as a whole: read up to a limit, written so that what stands there is all of it or what stood there before.
// Tested by file_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ir/support/result.h"

namespace assay {

// No text that users hand in is larger.
inline constexpr size_t kMaxInputBytes = size_t{64} << 20;
// No archive, executable or other file is larger.
inline constexpr size_t kMaxBinaryBytes = size_t{1} << 30;

// "FILE: what", and the same in the system's words for errno.
Diag FileError(DiagKind kind, const std::string& path, std::string_view what);
Diag SystemError(DiagKind kind, const std::string& path);

// A file's bytes. One beyond the limit is refused before it is read. Diag kIo or kTooLarge.
Result<std::string> ReadFile(const std::string& path, size_t limit = kMaxBinaryBytes);
// Of what is open already; `called` is the name that the user knows.
Result<std::string> ReadDescriptor(int fd, const std::string& called, size_t limit);

// Whether writing comes back when the bytes are on the disk, so that a machine that stops loses nothing.
enum class Durability : bool { kCached, kSynced };
// Writes in place. `called` (the path itself where it is empty) is the name that the user knows. Diag kEnvironment.
Status WriteFile(const std::string& path, std::string_view text, Durability durability = Durability::kCached,
                 const std::string& called = "");
// Writes beside the target under another name, and renames when whole. Diag kEnvironment.
Status WriteWhole(const std::string& path, std::string_view text, Durability durability = Durability::kSynced);

}  // namespace assay
