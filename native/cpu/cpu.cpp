#include "cpu.hpp"

#include <nanobind/nanobind.h>

NB_MODULE(_cpu, m) {
  m.doc() = "Processor features that decide which build of the core is loaded.";
  m.def("supports_v3", &supports_v3,
        "Tell whether the processor has AVX2, BMI, BMI2 and the like.");
}
