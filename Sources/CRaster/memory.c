#include "CRaster.h"

#include <malloc.h>

void cr_trim_memory(void) { malloc_trim(0); }

void cr_keep_memory_compact(void) {
  // glibc starts with this very threshold, but raises it to the size of each larger block that is
  // freed; a threshold that has been set stays.
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  // By itself it gives each thread a heap, which keeps what the thread took at most.
  mallopt(M_ARENA_MAX, 1);
}
