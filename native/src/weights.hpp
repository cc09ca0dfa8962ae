// Fitted numbers: the files of native/weights, which the build makes part of the program.
// native/weights/manifest.json says where they come from; `vorhand train` makes them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vorhand::weights {

struct File {
  std::string_view name;
  std::span<const unsigned char> bytes;
};

// All of them. Their source is written by embed_weights.cmake.
std::span<const File> files();

// Bytes of one. Throws std::invalid_argument if there is none of that name.
std::span<const unsigned char> bytes(std::string_view file);

// Names of the files whose bytes this process has asked for so far, in the order of `files`.
std::vector<std::string_view> used();

// Numbers of one byte: so many as the file has. Throws std::invalid_argument if it has others.
template <std::size_t kSize>
std::array<std::int8_t, kSize> signed_bytes(std::string_view file) {
  const auto given = bytes(file);
  if (given.size() != kSize) {
    throw std::invalid_argument("weights " + std::string(file) + ": expected " +
                                std::to_string(kSize) + " bytes");
  }
  std::array<std::int8_t, kSize> numbers;
  std::transform(given.begin(), given.end(), numbers.begin(),
                 [](unsigned char byte) { return static_cast<std::int8_t>(byte); });
  return numbers;
}

// Numbers of two bytes, the lower one first; they are taken off the front of the bytes, which have
// to be enough.
void take(std::span<const unsigned char>& bytes, std::span<std::int16_t> numbers);

// A file of lines and tabs: the names of the columns, then rows of two names and their numbers.
class Table {
 public:
  explicit Table(std::string_view file);
  // Throws std::invalid_argument if there is no such row or column, or if no number is there.
  float at(std::string_view group, std::string_view name, std::string_view column) const;

 private:
  std::string file_;
  std::unordered_map<std::string, std::size_t> columns_;
  std::unordered_map<std::string, std::vector<std::string_view>> rows_;  // by both names
};

// The float that is nearest to a decimal number of up to seven digits, as the compiler would
// read it, whatever the locale. Throws std::invalid_argument if `text` is no such number.
float decimal(std::string_view text);

}  // namespace vorhand::weights
