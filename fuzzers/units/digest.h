// Digests of contents, 128 bits of xxHash as 32 hexadecimal digits: they tell damage and chance, not forgery.
#pragma once

#include <string>
#include <string_view>

namespace assay {

inline constexpr size_t kDigestDigits = 32;
std::string DigestOf(std::string_view bytes);

// Whether it is so many digits of what this project writes: lower case, nothing else.
bool IsHex(std::string_view text, size_t digits);

}  // namespace assay
