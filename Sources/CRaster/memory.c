#include "CRaster.h"

#include <malloc.h>

void cr_trim_memory(void) { malloc_trim(0); }

// glibc starts with this very threshold, but raises it to the size of each larger block that is freed; a threshold that has been set stays.
void cr_keep_large_memory_apart(void) { mallopt(M_MMAP_THRESHOLD, 128 << 10); }
