// vorhand.native.fitted: the fitted numbers that are compiled in.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bindings.hpp"
#include "weights.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace vorhand;

namespace vorhand::bindings {

void bind_fitted(nb::module_& m) {
  m.def(
      "files",
      [] {
        std::vector<std::string> names;
        for (const weights::File& file : weights::files()) names.emplace_back(file.name);
        return names;
      },
      "Names of the files.");
  m.def(
      "used",
      [] {
        std::vector<std::string> names;
        for (const std::string_view name : weights::used()) names.emplace_back(name);
        return names;
      },
      "Names of the files that this process has read so far, compiled code included.");
  m.def(
      "read",
      [](const std::string& name) {
        const auto bytes = weights::bytes(name);
        return nb::bytes(bytes.data(), bytes.size());
      },
      "name"_a, "Bytes of a file. Raises InputError if there is no such file.");
}

}  // namespace vorhand::bindings
