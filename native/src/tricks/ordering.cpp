#include "tricks/ordering.hpp"

#include "weights.hpp"

namespace vorhand::tricks {

const OrderingWeights& learned_ordering() {
  static const auto learned = weights::signed_bytes<kOrderingWeights>("trick_ordering.bin");
  return learned;
}

}  // namespace vorhand::tricks
