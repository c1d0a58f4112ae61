/* The functions that stand in for the routines, under all their names: generated from routines.txt. With
 * MM_TRACE_BOUND_ONLY, without the names: for a module that is loaded beside others and rebinds symbols
 * itself. A wrapper is told apart from the function it calls by no more than the ABI, so this is only for
 * where that is known. */
#include "trace/recorder.h"

#if !defined(__x86_64__) && !defined(__aarch64__)
#error                                                                                                       \
    "the wrappers pass 32-bit integers on in 64-bit registers and stack slots: not known to be right on this CPU"
#endif
/* The compiler has its own idea of some of these names' types. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wcast-function-type"

#include "trace_wrappers.inc"
