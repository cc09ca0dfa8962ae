// vorhand.native.fitted: the embedded fitted numbers.

#include "bindings.hpp"
#include "weights.hpp"

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
      "Return the names of the files.");
  m.def(
      "used",
      [] {
        std::vector<std::string> names;
        for (const std::string_view name : weights::used()) names.emplace_back(name);
        return names;
      },
      "Return the names of the files that this process has read so far, in Python or in\n"
      "compiled code.");
  m.def(
      "read",
      [](const std::string& name) {
        const auto bytes = weights::bytes(name);
        return nb::bytes(bytes.data(), bytes.size());
      },
      "name"_a, "Return the bytes of a file. InputError for an unknown name.");
}

}  // namespace vorhand::bindings
