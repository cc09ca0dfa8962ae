// Choice of the build of the core that this processor can run.
#pragma once

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

inline bool supports_v3() {
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("popcnt");
#elif defined(_MSC_VER) && defined(_M_X64)
  int regs[4];
  __cpuidex(regs, 7, 0);
  return (regs[1] & (1 << 3)) && (regs[1] & (1 << 5)) && (regs[1] & (1 << 8));
#else
  return false;
#endif
}
