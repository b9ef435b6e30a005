// Run by CMake in a native build: exits with 0 when this CPU's PEXT is fast.
#include "engine/base/cpu.h"

int main() {
  return tabiya::cpuFeatures().fastPext ? 0 : 1;
}
