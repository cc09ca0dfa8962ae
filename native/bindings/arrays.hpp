// Vectors handed over to numpy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace vorhand::bindings {

template <typename Value>
using Column = nanobind::ndarray<nanobind::numpy, Value, nanobind::ndim<1>, nanobind::c_contig>;
template <typename Value>
using Matrix = nanobind::ndarray<nanobind::numpy, Value, nanobind::ndim<2>, nanobind::c_contig>;

// Hands a vector over to numpy, which frees it.
template <typename Array, typename Value>
Array as_array(std::vector<Value>&& values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<Value>(std::move(values));
  nanobind::capsule owner(kept,
                          [](void* p) noexcept { delete static_cast<std::vector<Value>*>(p); });
  return Array(kept->data(), shape, owner);
}

// The whole vector as one column.
template <typename Value>
Column<Value> as_column(std::vector<Value>&& values) {
  const std::size_t size = values.size();
  return as_array<Column<Value>>(std::move(values), {size});
}

}  // namespace vorhand::bindings
