// C++ errors as the Python classes of vorhand.native.errors.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

namespace vorhand::bindings {

// Raises `Error` as the class of this name. The translator registered last is asked first, so a
// base class is registered before the classes that derive from it. All modules share them.
template <class Error>
void translate(const char* name) {
  nanobind::register_exception_translator(
      [](const std::exception_ptr& thrown, void* name) {
        try {
          std::rethrow_exception(thrown);
        } catch (const Error& error) {
          const nanobind::object errors = nanobind::module_::import_("vorhand.native.errors");
          PyErr_SetString(errors.attr(static_cast<const char*>(name)).ptr(), error.what());
        }
      },
      const_cast<char*>(name));
}

}  // namespace vorhand::bindings
