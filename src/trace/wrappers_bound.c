/* The same without the names: see wrappers.c. */
#define MM_TRACE_BOUND_ONLY
#include "trace/wrappers.c"
