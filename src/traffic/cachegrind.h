/* What cachegrind is told and what it tells. Its simulation: N. Nethercote, "Dynamic Binary Analysis and
 * Instrumentation", University of Cambridge, 2004, chapter 3.4: two levels, write-allocate, least recently
 * used. */
#ifndef MM_CACHEGRIND_H
#define MM_CACHEGRIND_H

#include <stddef.h>
#include <stdint.h>

#include "record/intensity.h"

enum { MM_CACHEGRIND_OPTION_SIZE = 64 };

/* "--D1=49152,12,64"; name is "I1", "D1" or "LL". The geometry is a simulated one. */
void mm_cachegrind_option(const char *name, const mm_geometry *cache, char text[MM_CACHEGRIND_OPTION_SIZE]);

/* Lines that loads and stores brought into the first and the last simulated level. */
typedef struct mm_cachegrind_misses {
    int64_t first, last;
} mm_cachegrind_misses;

/* Reads the sums of a cachegrind.out file. Error: badFile (MM_IO), naming the path and what is missing. */
mm_status mm_cachegrind_read(const char *path, mm_cachegrind_misses *misses, mm_error *err);

#endif
