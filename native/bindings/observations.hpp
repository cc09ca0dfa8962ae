// Observations that are written into the caller's arrays.
#pragma once

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

// Return as a list the numbers that write(span) writes. Most of them are 0, so one Python object is
// shared.
template <typename Write>
nb::typed<nb::list, float> as_list(std::size_t size, Write write) {
  std::vector<float> numbers(size);
  write(std::span(numbers));
  nb::list zero;
  zero.append(0.0);
  const auto length = static_cast<Py_ssize_t>(size);
  const nb::object list = nb::steal(PySequence_Repeat(zero.ptr(), length));
  if (!list.is_valid()) throw nb::python_error();
  const nb::float_ one(1.0);
  for (Py_ssize_t i = 0; i < length; ++i) {
    const float number = numbers[static_cast<std::size_t>(i)];
    if (number == 0) continue;
    nb::float_ item = number == 1 ? one : nb::float_(number);
    PyList_SetItem(list.ptr(), i, item.release().ptr());
  }
  return nb::typed<nb::list, float>(nb::borrow<nb::list>(list));
}

inline constexpr const char* kShapesDoc =
    "Return the shapes of the pieces of an observation, in their order.";
inline constexpr const char* kWriteDoc =
    "Write an observation into a flat array: float32, or uint8 with counts in place of\n"
    "shares. InputError for one of another size than that of the pieces.";
inline constexpr const char* kListDoc = "Return an observation as a list.";

}  // namespace vorhand::bindings
