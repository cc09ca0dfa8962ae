// Run when the build is configured: succeeds where this machine can run the faster build.
#include "cpu.hpp"

int main() { return supports_v3() ? 0 : 1; }
