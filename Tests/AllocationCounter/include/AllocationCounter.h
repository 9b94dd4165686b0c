#include <stdint.h>

// How many blocks of memory this thread has asked for so far; 0 for ever where the counting is left
// out.
uint64_t feel_allocation_count(void);

// Whether allocations are counted: not under a sanitizer, which has an allocator of its own.
int feel_allocations_are_counted(void);
