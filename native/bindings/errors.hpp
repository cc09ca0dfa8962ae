// C++ errors as the Python classes of vorhand.native.errors.
#pragma once

#include <exception>

#include "bindings.hpp"

namespace vorhand::bindings {

// Raise `Error` as the Python class of this name. The translator registered last is tried first, so
// base classes are registered before derived ones. All modules share the translators.
template <class Error>
void translate(const char* name) {
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void* name) {
        try {
          std::rethrow_exception(thrown);
        } catch (const Error& error) {
          const nb::object errors = nb::module_::import_("vorhand.native.errors");
          PyErr_SetString(errors.attr(static_cast<const char*>(name)).ptr(), error.what());
        }
      },
      const_cast<char*>(name));
}

}  // namespace vorhand::bindings
