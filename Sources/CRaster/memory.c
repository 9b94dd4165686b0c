#include "CRaster.h"

#include <malloc.h>

void cr_trim_memory(void) { malloc_trim(0); }
