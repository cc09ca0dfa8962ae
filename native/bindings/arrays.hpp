// NumPy arrays that own their memory.
#pragma once

#include "bindings.hpp"
#include "checks.hpp"

namespace vorhand::bindings {

template <typename Value>
using Array = nb::ndarray<nb::numpy, Value>;
template <typename Value>
using Column = nb::ndarray<nb::numpy, Value, nb::ndim<1>, nb::c_contig>;
template <typename Value>
using Matrix = nb::ndarray<nb::numpy, Value, nb::ndim<2>, nb::c_contig>;

// Move a vector into an array.
template <typename Array, typename Value>
Array as_array(std::vector<Value>&& values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<Value>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<Value>*>(p); });
  return Array(kept->data(), shape, owner);
}

template <typename Value>
Array<Value> to_array(std::vector<Value>&& values, std::initializer_list<std::size_t> shape) {
  return as_array<Array<Value>>(std::move(values), shape);
}

template <typename Value>
Column<Value> as_column(std::vector<Value>&& values) {
  const std::size_t size = values.size();
  return as_array<Column<Value>>(std::move(values), {size});
}

// Return an array of uninitialised numbers.
template <typename Array>
Array new_array(std::initializer_list<std::size_t> shape) {
  using Scalar = typename Array::Scalar;
  auto* values = new Scalar[checked_size(shape)];
  nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<Scalar*>(p); });
  return Array(values, shape, owner);
}

}  // namespace vorhand::bindings
