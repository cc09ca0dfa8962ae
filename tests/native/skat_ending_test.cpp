// The last tricks of a deal as a tree, over a handful of worlds.
#include "check.hpp"
#include "skat/ending_tree.hpp"
#include "skat/notation.hpp"

using namespace vorhand::skat;

namespace {

CardSet cards(std::initializer_list<const char*> names) {
  CardSet set = 0;
  for (const char* name : names) set |= bit(parse_card(name));
  return set;
}

}  // namespace

int main() {
  Ending ending;
  ending.declaration.contract = Contract::kGrand;
  ending.soloist_points = 50;
  ending.soloist_tricks = 6;
  ending.soloist_played = cards({"CJ", "SJ"});
  const std::array<CardSet, 4> first{cards({"CA", "S7"}), cards({"CT", "SA"}), cards({"HA", "D7"}),
                                     cards({"H7", "D8"})};
  auto second = first;
  std::swap(second[1], second[2]);

  const ArrayTree tree = ending_tree(ending, {first, second}, 1000);
  CHECK(tree.roots.size() == 2 && tree.roots[0] == 0);
  CHECK(tree.mover[0] == 0 && tree.moves[0] == 2);
  // The soloist cannot distinguish the worlds, each defender distinguishes their own hands.
  CHECK(tree.set[0] == tree.set[static_cast<std::size_t>(tree.roots[1])]);
  std::size_t ends = 0;
  for (std::size_t node = 0; node < tree.mover.size(); ++node) {
    CHECK((tree.mover[node] == ArrayTree::kTerminal) == (tree.moves[node] == 0));
    CHECK((tree.set[node] >= 0) == (tree.moves[node] > 1));
    if (tree.moves[node] > 0) CHECK(tree.level[node + 1] == tree.level[node] + 1);
    if (tree.moves[node] == 0) {
      ++ends;
      CHECK(tree.payoff[node] != 0.0f);
    }
  }
  CHECK(ends >= 4);

  bool refused = false;
  try {
    ending_tree(ending, {first, second}, 3);
  } catch (const EndingTooLarge&) {
    refused = true;
  }
  CHECK(refused);
  return 0;
}
