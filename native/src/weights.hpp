// Fitted numbers: the files of native/weights, embedded at build time. native/weights/manifest.json
// states their origin. `vorhand train` creates the files.
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

// Return all files. Their source is written by embed_weights.cmake.
std::span<const File> files();

// Return the bytes of a file. Throw std::invalid_argument for an unknown name.
std::span<const unsigned char> bytes(std::string_view file);

// Return the names of the files requested by this process so far, in the order of `files`.
std::vector<std::string_view> used();

// Return a file of one-byte numbers. Throw std::invalid_argument for another size.
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

// Read two-byte numbers, low byte first, and remove them from the front of the bytes, which must
// suffice.
void take(std::span<const unsigned char>& bytes, std::span<std::int16_t> numbers);

// A tab-separated file: the names of the columns, then rows of two names and their numbers.
class Table {
 public:
  explicit Table(std::string_view file);
  // Throw std::invalid_argument for an unknown row or column, or a missing number.
  float at(std::string_view group, std::string_view name, std::string_view column) const;

 private:
  std::string file_;
  std::unordered_map<std::string, std::size_t> columns_;
  std::unordered_map<std::string, std::vector<std::string_view>> rows_;  // by both names
};

// Return the float nearest to a decimal number of up to seven digits. The result equals that of the
// compiler and does not depend on the locale. Throw std::invalid_argument for other texts.
float decimal(std::string_view text);

}  // namespace vorhand::weights
