// The kinds of games with separate weights of the rule player.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vorhand::skat {

enum class GameKind : std::uint8_t { kSuit, kGrand, kNull, kNullOuvert };
inline constexpr std::array<std::string_view, 4> kGameKindNames{"suit", "grand", "null",
                                                                "null ouvert"};

}  // namespace vorhand::skat
