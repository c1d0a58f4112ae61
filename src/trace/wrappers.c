/* The functions that stand in for the routines, under all their names: generated from routines.txt. The body
 * is told apart from its real function by ABI alone, so only where that is known to hold. */
#include "trace/recorder.h"

#if !defined(__x86_64__) && !defined(__aarch64__)
#error                                                                                                       \
    "the wrappers pass 32-bit integers on in 64-bit registers and stack slots: not known to be right on this CPU"
#endif
/* The compiler has its own idea of some of these names' types. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wcast-function-type"

#ifdef MM_TRACE_BOUND_ONLY /* a module that rebinds slots shall not define the routines' names */
#include "trace_bound.inc"
#else
#include "trace_wrappers.inc"
#endif
