#include "weights.hpp"

#include <atomic>
#include <stdexcept>

namespace vorhand::weights {

namespace {

constexpr int kMaxDigits = 7;  // 10^7 < 2^24: digits and powers of ten are exact floats

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = 0; end != text.npos; text.remove_prefix(end + 1)) {
    end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) break;
  }
  return parts;
}

std::string joined(std::string_view group, std::string_view name) {
  return std::string(group) + '\t' + std::string(name);
}

std::string quoted(std::string_view text) {
  std::string quotes(1, '\'');
  return quotes.append(text).append(1, '\'');
}

constexpr std::size_t kMostFiles = 64;

// True for each file whose bytes were requested, by any thread.
std::array<std::atomic<bool>, kMostFiles> requested{};

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  throw std::invalid_argument("weights " + file + ": " + what);
}

}  // namespace

std::span<const unsigned char> bytes(std::string_view file) {
  std::size_t place = 0;
  for (const File& some : files()) {
    if (some.name == file) {
      requested.at(place) = true;
      return some.bytes;
    }
    ++place;
  }
  std::string names;
  for (const File& some : files()) names += (names.empty() ? "" : ", ") + std::string(some.name);
  fail(std::string(file), "no such file, expected one of " + names);
}

std::vector<std::string_view> used() {
  std::vector<std::string_view> names;
  std::size_t place = 0;
  for (const File& some : files()) {
    if (requested.at(place++)) names.push_back(some.name);
  }
  return names;
}

void take(std::span<const unsigned char>& bytes, std::span<std::int16_t> numbers) {
  for (std::int16_t& number : numbers) {
    number = static_cast<std::int16_t>(bytes[0] | bytes[1] << 8);
    bytes = bytes.subspan(2);
  }
}

Table::Table(std::string_view file) : file_(file) {
  const auto all = bytes(file);
  auto lines = split({reinterpret_cast<const char*>(all.data()), all.size()}, '\n');
  const auto header = split(lines.front(), '\t');
  for (std::size_t i = 0; i < header.size(); ++i) columns_.emplace(header[i], i);
  for (const std::string_view line : std::span(lines).subspan(1)) {
    if (line.empty()) continue;
    auto cells = split(line, '\t');
    if (cells.size() != header.size()) {
      fail(file_, quoted(line) + ": expected " + std::to_string(header.size()) + " cells");
    }
    const std::string key = joined(cells[0], cells[1]);
    if (!rows_.emplace(key, std::move(cells)).second) fail(file_, quoted(key) + ": twice");
  }
}

float Table::at(std::string_view group, std::string_view name, std::string_view column) const {
  const auto row = rows_.find(joined(group, name));
  if (row == rows_.end()) fail(file_, "no row " + quoted(joined(group, name)));
  const auto place = columns_.find(std::string(column));
  if (place == columns_.end()) fail(file_, "no column " + quoted(column));
  return decimal(row->second[place->second]);
}

float decimal(std::string_view text) {
  const std::string whole(text);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  float digits = 0, power = 1;
  int count = 0;
  bool point = false;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
    } else if (c >= '0' && c <= '9' && ++count <= kMaxDigits) {
      digits = 10 * digits + static_cast<float>(c - '0');
      if (point) power *= 10;
    } else {
      count = 0;
      break;
    }
  }
  if (!count) throw std::invalid_argument("number '" + whole + "': expected up to seven digits");
  return (negative ? -digits : digits) / power;
}

}  // namespace vorhand::weights
