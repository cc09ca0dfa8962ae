// The kinds of games that the rule player learns one by one.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vorhand::skat {

enum class GameKind : std::uint8_t { kSuit, kGrand, kNull, kNullOuvert };
inline constexpr std::array<std::string_view, 4> kGameKindNames{"suit", "grand", "null",
                                                                "null ouvert"};

}  // namespace vorhand::skat
