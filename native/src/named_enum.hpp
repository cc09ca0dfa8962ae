// Enums with names for their values, which files of weights use.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace vorhand {

// Return the names in "kFirst, kSecond", without the k.
template <std::size_t kCount>
constexpr std::array<std::string_view, kCount> enum_names(std::string_view list) {
  std::array<std::string_view, kCount> names;
  for (std::string_view& name : names) {
    const std::size_t end = list.find(',');
    name = list.substr(1, end == list.npos ? end : end - 1);
    list.remove_prefix(end == list.npos ? list.size() : list.find('k', end));
  }
  return names;
}

}  // namespace vorhand

// Define an enum `Type` with these values, counting from 0; their number kNum<Type>s; and their
// names without the k, k<Type>Names.
#define VORHAND_NAMED_ENUM(Type, ...)                                           \
  enum Type : int { __VA_ARGS__, kNum##Type##s };                               \
  inline constexpr std::array<std::string_view, kNum##Type##s> k##Type##Names = \
      vorhand::enum_names<kNum##Type##s>(#__VA_ARGS__)
