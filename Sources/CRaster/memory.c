#include "CRaster.h"

#include <malloc.h>

void cr_trim_memory(void) { malloc_trim(0); }

void cr_keep_memory_compact(void) {
  // glibc's default is the same threshold, but it grows with each larger block freed; setting it
  // disables that.
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  // By default, each thread gets a heap, which stays at its maximum size.
  mallopt(M_ARENA_MAX, 1);
}
