// Observations that are written into the caller's arrays.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "bindings.hpp"
#include "tensor_pieces.hpp"

namespace vorhand::bindings {

template <typename T>
using Tensor = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Shapes = nb::typed<nb::dict, nb::str, nb::typed<nb::tuple, int, nb::ellipsis>>;

template <typename T>
std::span<T> checked_tensor(const Tensor<T>& tensor, std::size_t size) {
  if (tensor.shape(0) != size) {
    throw std::invalid_argument("tensor of " + std::to_string(tensor.shape(0)) +
                                " numbers: expected " + std::to_string(size));
  }
  return {tensor.data(), size};
}

inline Shapes shapes_of(const std::vector<Piece>& layout) {
  Shapes shapes;
  for (const Piece& piece : layout) shapes[piece.name.c_str()] = nb::tuple(nb::cast(piece.shape));
  return shapes;
}

// Return a list of the numbers that write(span) writes. Nearly all are 0 and share a few float
// objects. With a single zero object, the updates of its reference count would take longer than all
// the rest, as each waits for the one before. Bindings are compiled with little optimisation, hence
// the copies and blocks.
template <typename Write>
nb::typed<nb::list, float> as_list(std::size_t size, Write write) {
  constexpr std::size_t kZeros = 4, kBlock = 8;
  const auto numbers = std::make_unique_for_overwrite<float[]>(size + kBlock);
  write(std::span(numbers.get(), size));
  std::fill_n(numbers.get() + size, kBlock, 0.0f);
  nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(size)));
  if (!list.is_valid()) throw nb::python_error();
  PyObject** const items = PySequence_Fast_ITEMS(list.ptr());
  for (std::size_t k = 0; k < std::min(kZeros, size); ++k) {
    nb::float_ zero(0.0);
    const auto others = static_cast<Py_ssize_t>((size - 1 - k) / kZeros);
    Py_SET_REFCNT(zero.ptr(), Py_REFCNT(zero.ptr()) + others);
    items[k] = zero.release().ptr();
  }
  for (std::size_t filled = kZeros; filled < size; filled *= 2) {
    std::memcpy(items + filled, items, std::min(filled, size - filled) * sizeof(PyObject*));
  }
  const nb::float_ one(1.0);
  for (std::size_t first = 0; first < size; first += kBlock) {
    std::array<std::uint64_t, kBlock / 2> block;
    std::memcpy(block.data(), numbers.get() + first, sizeof(block));
    if (!(block[0] | block[1] | block[2] | block[3])) continue;
    for (std::size_t i = first; i < first + kBlock; ++i) {
      if (numbers[i] == 0) continue;
      nb::float_ item = numbers[i] == 1 ? one : nb::float_(numbers[i]);
      PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), item.release().ptr());
    }
  }
  return nb::typed<nb::list, float>(nb::borrow<nb::list>(list));
}

inline constexpr const char* kShapesDoc =
    "Return the shapes of the pieces of an observation, in their order.";
inline constexpr const char* kWriteDoc =
    "Write an observation into a flat array: float32, or uint8 with counts in place of\n"
    "shares. InputError for an array of another size.";
inline constexpr const char* kListDoc = "Return an observation as a list.";

}  // namespace vorhand::bindings
