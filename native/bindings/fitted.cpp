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
      "read",
      [](const std::string& name) {
        const auto bytes = weights::bytes(name);
        return nb::bytes(bytes.data(), bytes.size());
      },
      "name"_a, "Bytes of a file. Raises InputError if there is no such file.");
}

}  // namespace vorhand::bindings
