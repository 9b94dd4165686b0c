#include "CRaster.h"

#include <malloc.h>

void cr_trim_memory(void) { malloc_trim(0); }

// This is the threshold that the C library starts with; setting it ends that it follows the largest block that was ever freed.
void cr_keep_large_memory_apart(void) { mallopt(M_MMAP_THRESHOLD, 128 << 10); }
