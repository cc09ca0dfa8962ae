// Exit code 0 if this processor can run the faster build; run while the build is configured.
#include "cpu.hpp"

int main() { return supports_v3() ? 0 : 1; }
