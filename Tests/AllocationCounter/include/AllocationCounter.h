#include <stdint.h>

// Number of blocks this thread has allocated so far; always 0 if counting is compiled out.
uint64_t feel_allocation_count(void);

// Whether allocations are counted: not under a sanitizer, which has its own allocator.
int feel_allocations_are_counted(void);
