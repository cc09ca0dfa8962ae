// Observations as flat tensors of named pieces, for all games.
//
// A game has one function template, `pieces_of(..., sink)`, that passes the name, the shape and the
// filler of each piece to a sink, in the order of the tensor. So the layout and the values are
// defined in one place: `layout_of` lists the pieces, `tensor_size_of` adds up their sizes and
// `TensorWriter` fills them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "cards.hpp"

namespace vorhand {

enum class PrivateInfo : std::uint8_t { kNone, kOwn, kEveryone };

// The information that an observation contains: OpenSpiel's IIGObservationType.
struct Contents {
  bool public_info = true;
  bool recall = false;  // the history, not only the present state of the table
  PrivateInfo private_info = PrivateInfo::kOwn;

  constexpr bool own() const { return private_info == PrivateInfo::kOwn; }
  constexpr bool everyone() const { return private_info == PrivateInfo::kEveryone; }
};

// A named part of the tensor. The pieces follow each other without gaps.
struct Piece {
  std::string name;
  std::vector<int> shape;
};

using Shape = std::initializer_list<int>;

constexpr std::size_t size_of(Shape shape) {
  std::size_t size = 1;
  for (const int side : shape) size *= static_cast<std::size_t>(side);
  return size;
}

// The part of a tensor that a piece fills; all zero at first.
template <typename T>
class PieceWriter {
 public:
  explicit PieceWriter(T* first) : next_(first) {}

  void one(int place) const { next_[place] = T{1}; }
  // Mark a place; a negative one is ignored.
  void one_if_any(int place) const {
    if (place >= 0) one(place);
  }
  void cards(CardSet set, int row = 0) const {
    while (set) one(kRow * row + pop_lowest(set));
  }
  // Write a count as a fraction of a whole; in a tensor of integers, as the count itself.
  void share(int place, int count, int whole) const {
    if constexpr (std::integral<T>) {
      next_[place] = static_cast<T>(count);
    } else {
      next_[place] = static_cast<T>(static_cast<double>(count) / whole);
    }
  }

 private:
  static constexpr int kRow = 32;  // entries of a row, one for each card
  T* next_;
};

// A writer of a tensor of the right size, which is cleared first.
template <typename T>
class TensorWriter {
 public:
  explicit TensorWriter(std::span<T> tensor) : next_(tensor.data()) {
    std::fill(tensor.begin(), tensor.end(), T{0});
  }
  template <typename Fill>
  void operator()(const char*, Shape shape, Fill&& fill) {
    fill(PieceWriter<T>(next_));
    next_ += size_of(shape);
  }

 private:
  T* next_;
};

// Return the pieces that a function passes to its sink.
template <typename Pieces>
std::vector<Piece> layout_of(Pieces&& pieces) {
  std::vector<Piece> layout;
  pieces([&](const char* name, Shape shape, auto&&) { layout.push_back({name, shape}); });
  return layout;
}

// Return the size of the tensor of these pieces.
template <typename Pieces>
std::size_t tensor_size_of(Pieces&& pieces) {
  std::size_t size = 0;
  pieces([&](const char*, Shape shape, auto&&) { size += size_of(shape); });
  return size;
}

}  // namespace vorhand
