#include "cpu.hpp"

#include <nanobind/nanobind.h>

NB_MODULE(_cpu, m) {
  m.doc() = "Processor features that decide which build of the core is loaded.";
  m.def("supports_v3", &supports_v3, "Whether AVX2, BMI and BMI2 can be used.");
}
