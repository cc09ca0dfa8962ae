#include "skat/studies/trump_tables.hpp"

#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace vorhand::skat::solver {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("trump tables: " + what);
}

constexpr std::size_t halves(std::size_t n) { return (n + 1) / 2; }

}  // namespace

TrumpTables::TrumpTables(std::span<const std::uint32_t> words, int most) : words_(words.size()) {
  if (words.size() < kHeader) {
    refuse(std::to_string(words.size()) + " words, expected at least " + std::to_string(kHeader));
  }
  const auto [magic, kind, cards, shapes, slots, groups, pool] =
      std::array{words[0], words[1], words[2], words[3], words[4], words[5], words[6]};
  if (magic != kMagic && magic != kMagicSome) {
    refuse("they begin with " + std::to_string(magic) + ", expected " + std::to_string(kMagic) +
           " or " + std::to_string(kMagicSome));
  }
  const std::size_t begin = kHeader + (magic == kMagicSome ? kSplitWords : 0);
  if (kind > 1) refuse("kind " + std::to_string(kind) + ", expected 0 (suit) or 1 (grand)");
  if (cards < kLeastCards || cards > kMostTableCards) {
    refuse("cards a hand " + std::to_string(cards) + ", expected " + std::to_string(kLeastCards) +
           " to " + std::to_string(kMostTableCards));
  }
  if (slots == 0 || groups == 0 || pool == 0) refuse("no slots, no groups or no pool");
  const std::size_t expected = begin + std::size_t{slots} + halves(groups) + halves(pool);
  if (words.size() != expected) {
    refuse(std::to_string(words.size()) + " words, expected " + std::to_string(expected));
  }
  kind_ = static_cast<TrumpKind>(kind);
  cards_ = std::min(static_cast<int>(cards), most);
  shapes_ = shapes;
  slot_count_ = slots;
  groups_ = groups;
  some_ = magic == kMagicSome && cards_ == static_cast<int>(cards);
  split_bits_ = words.data() + kHeader;
  slots_ = words.data() + begin;
  displacements_ = reinterpret_cast<const std::uint16_t*>(slots_ + slots);
  pool_ = displacements_ + 2 * halves(groups);
  check_places(pool);
}

// Check that functions of more than two sets lie entirely inside the pool, and that their last set
// ends a clause.
void TrumpTables::check_places(std::size_t pool) const {
  for (const std::uint32_t found : std::span(slots_, slot_count_)) {
    if (found == kOpen || (found & kTwoSets)) continue;
    const std::size_t sets = found < pool ? pool_[found] & ~kMostOfLeasts : 0;
    if (sets == 0 || sets >= pool - found || !(pool_[found + sets] & kClauseEnd)) {
      refuse("no function at place " + std::to_string(found) + " of the pool, where a slot says");
    }
  }
}

std::array<std::size_t, 4> TrumpTables::lengths() const {
  std::array<std::size_t, 4> counts{};
  for (const std::uint32_t found : std::span(slots_, slot_count_)) {
    if (found == kOpen) continue;
    const bool one = (found & kCaptureCards) == (found >> kSecondSet & kCaptureCards);
    ++counts[!(found & kTwoSets) ? 3 : one ? 1 : 2];
  }
  counts[0] = shapes_ - counts[1] - counts[2] - counts[3];
  return counts;
}

int TrumpTables::worth(const std::uint16_t* sets, Set cards) {
  const std::uint16_t head = *sets++;
  const bool most = (head & kMostOfLeasts) != 0;
  const std::uint16_t* const end = sets + (head & ~kMostOfLeasts);
  int best = most ? 0 : kTotalPoints;
  while (sets != end) {
    int clause = most ? kTotalPoints : 0;
    std::uint16_t set;
    do {
      set = *sets++;
      const int points = worth(set & kCaptureCards, cards);
      clause = most ? std::min(clause, points) : std::max(clause, points);
    } while (!(set & kClauseEnd));
    best = most ? std::max(best, clause) : std::min(best, clause);
  }
  return best;
}

TrumpRows trump_rows(CaptureSolver& solver, const Split& split, int most) {
  TrumpRows rows;
  for (const Shape& shape : shapes(split)) {
    rows.keys.push_back(shape_key(shape));
    const std::optional<Captures> found = solver.solve(shape, most);
    if (!found) {
      rows.functions.push_back(0);
      continue;
    }
    rows.functions.push_back(static_cast<std::uint16_t>(
        found->sets.size() | (found->most_of_leasts ? TrumpTables::kMostOfLeasts : 0)));
    rows.functions.insert(rows.functions.end(), found->sets.begin(), found->sets.end());
  }
  return rows;
}

std::size_t bytes_of(std::span<const std::uint16_t> functions) {
  std::unordered_set<std::u16string> pool;
  std::size_t shapes = 0, longer = 0;
  for (std::size_t at = 0, next = 0; at < functions.size(); at = next, ++shapes) {
    const std::size_t sets = functions[at] & ~TrumpTables::kMostOfLeasts;
    next = at + 1 + sets;
    if (next > functions.size()) refuse("functions end too early");
    if (sets <= 2) continue;
    if (pool.emplace(functions.begin() + at, functions.begin() + next).second) longer += sets + 1;
  }
  const double slot = 4 / TrumpTables::kFilled, displacement = 2.0 / TrumpTables::kGroup;
  return static_cast<std::size_t>(static_cast<double>(shapes) * (slot + displacement)) + 2 * longer;
}

// Hash and displace: groups of about four shapes, the largest first, each get the first
// displacement under which all of their slots are free.
class TrumpTableWriter {
 public:
  TrumpTableWriter(TrumpKind kind, int cards, std::span<const Split> largest,
                   std::span<const std::uint64_t> keys)
      : kind_(kind), cards_(cards), hashes_(keys.size()) {
    const std::vector<Split> all = splits(kind, cards);
    std::map<Split, std::size_t> missing;
    for (int n = TrumpTables::kLeastCards; n < cards; ++n) {
      for (const Split& split : splits(kind, n)) missing[split] = shapes(split).size();
    }
    for (const Split& split : largest) {
      if (!std::ranges::count(all, split)) refuse("a split that is none of the largest");
      missing[split] = shapes(split).size();
    }
    std::size_t expected = 0;
    for (const auto& [split, count] : missing) expected += count;
    if (keys.size() != expected) {
      refuse(std::to_string(keys.size()) + " shapes, expected " + std::to_string(expected));
    }
    for (const std::uint64_t key : keys) {
      const auto of_split = missing.find(split_of(kind, key));
      if (of_split == missing.end() || of_split->second-- == 0) {
        refuse("key " + std::to_string(key) + ": a shape too many of its split");
      }
    }
    if (largest.size() < all.size()) {
      split_bits_.resize(TrumpTables::kSplitWords);
      for (const Split& split : largest) {
        const int at = TrumpTables::split_place(split);
        split_bits_[at >> 5] |= 1u << (at & 31);
      }
    }
    std::ranges::transform(keys, hashes_.begin(), mix64);
    find_slots();
  }

  std::vector<std::uint32_t> write(std::span<const std::uint16_t> functions) {
    std::vector<std::uint32_t> slots(slot_count_, TrumpTables::kOpen);
    std::size_t at = 0;
    for (const std::uint64_t hash : hashes_) {
      const std::uint32_t displacement = displacements_[group(hash)];
      const std::size_t size =
          at < functions.size() ? functions[at] & ~TrumpTables::kMostOfLeasts : 0;
      if (at + size >= functions.size()) refuse("functions end too early");
      slots[TrumpTables::slot(hash, displacement, slot_count_)] =
          entry(functions.subspan(at, size + 1));
      at += size + 1;
    }
    if (at != functions.size()) refuse("functions end too late");
    const bool all = split_bits_.empty();
    std::vector<std::uint32_t> words{all ? TrumpTables::kMagic : TrumpTables::kMagicSome,
                                     static_cast<std::uint32_t>(kind_),
                                     static_cast<std::uint32_t>(cards_),
                                     static_cast<std::uint32_t>(hashes_.size()),
                                     slot_count_,
                                     groups_,
                                     static_cast<std::uint32_t>(pool_.size())};
    words.insert(words.end(), split_bits_.begin(), split_bits_.end());
    words.insert(words.end(), slots.begin(), slots.end());
    append(words, displacements_);
    append(words, pool_);
    return words;
  }

 private:
  std::uint32_t group(std::uint64_t hash) const {
    return TrumpTables::among(static_cast<std::uint32_t>(hash >> 32), groups_);
  }

  void find_slots() {
    const std::size_t n = hashes_.size();
    groups_ = static_cast<std::uint32_t>(n / TrumpTables::kGroup + 1);
    slot_count_ = static_cast<std::uint32_t>(static_cast<double>(n) / TrumpTables::kFilled) + 1;
    std::vector<std::uint32_t> begins(groups_ + 1), members(n), order(groups_);
    for (const std::uint64_t hash : hashes_) ++begins[group(hash) + 1];
    for (std::size_t i = 0; i < groups_; ++i) {
      begins[i + 1] += begins[i];
      order[i] = static_cast<std::uint32_t>(i);
    }
    std::vector<std::uint32_t> next(begins);
    for (std::size_t i = 0; i < n; ++i)
      members[next[group(hashes_[i])]++] = static_cast<std::uint32_t>(i);
    const auto size = [&](std::uint32_t i) { return begins[i + 1] - begins[i]; };
    std::ranges::stable_sort(order, [&](auto a, auto b) { return size(a) > size(b); });
    displacements_.assign(groups_, 0);
    std::vector<bool> taken(slot_count_);
    for (const std::uint32_t i : order) {
      place({members.data() + begins[i], size(i)}, displacements_[i], taken);
    }
  }

  void place(std::span<const std::uint32_t> members, std::uint16_t& displacement,
             std::vector<bool>& taken) const {
    std::vector<std::uint32_t> slots;
    for (std::uint32_t d = 0; d <= std::numeric_limits<std::uint16_t>::max(); ++d) {
      slots.clear();
      for (const std::uint32_t member : members) {
        const std::uint32_t slot = TrumpTables::slot(hashes_[member], d, slot_count_);
        if (taken[slot]) break;
        taken[slot] = true;
        slots.push_back(slot);
      }
      if (slots.size() == members.size()) {
        displacement = static_cast<std::uint16_t>(d);
        return;
      }
      for (const std::uint32_t slot : slots) taken[slot] = false;
    }
    refuse("no place for a shape, which may be there twice");
  }

  // Return the slot entry of a function, which begins with its number of sets.
  std::uint32_t entry(std::span<const std::uint16_t> function) {
    const std::size_t sets = function.size() - 1;
    const bool most_of_leasts = (function[0] & TrumpTables::kMostOfLeasts) != 0;
    if (sets == 0) return TrumpTables::kOpen;
    if (sets <= 2) {
      const std::uint32_t a = function[1] & kCaptureCards, b = function[sets] & kCaptureCards;
      const bool two_clauses = sets == 2 && (function[1] & kClauseEnd) != 0;
      const bool most = two_clauses == most_of_leasts;
      return TrumpTables::kTwoSets | (most ? TrumpTables::kMostOfTwo : 0) | a |
             b << TrumpTables::kSecondSet;
    }
    const std::u16string text(function.begin(), function.end());
    if (pool_.size() >= TrumpTables::kTwoSets) refuse("longer functions take too much room");
    const auto [known, added] = places_.emplace(text, static_cast<std::uint32_t>(pool_.size()));
    if (added) pool_.insert(pool_.end(), function.begin(), function.end());
    return known->second;
  }

  static void append(std::vector<std::uint32_t>& words, const std::vector<std::uint16_t>& numbers) {
    const std::size_t at = words.size();
    words.resize(at + halves(numbers.size()));
    auto* const end = reinterpret_cast<std::uint16_t*>(words.data() + at);
    std::ranges::copy(numbers, end);
  }

  const TrumpKind kind_;
  const int cards_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> split_bits_;  // empty if all are known
  std::uint32_t slot_count_ = 0, groups_ = 0;
  std::vector<std::uint16_t> displacements_;
  std::vector<std::uint16_t> pool_{0};
  std::unordered_map<std::u16string, std::uint32_t> places_;
};

std::vector<std::uint32_t> write_trump_tables(TrumpKind kind, int cards,
                                              std::span<const Split> largest,
                                              std::span<const std::uint64_t> keys,
                                              std::span<const std::uint16_t> functions) {
  if (cards < TrumpTables::kLeastCards || cards > kMostTableCards) {
    refuse("cards a hand " + std::to_string(cards) + ", expected " +
           std::to_string(TrumpTables::kLeastCards) + " to " + std::to_string(kMostTableCards));
  }
  return TrumpTableWriter(kind, cards, largest, keys).write(functions);
}

}  // namespace vorhand::skat::solver
