/* The loops that measure bandwidth: load, copy and triad, after J. D. McCalpin's STREAM. Private to
 * src/measure and its tests.
 *
 * Stores are ordinary ones: a non-temporal store saves the read of the line that it overwrites, which no
 * matrix product does. Bytes are counted as in STREAM: without that read. */
#ifndef MM_STREAMS_H
#define MM_STREAMS_H

#include <stdint.h>

#include "core/isa.h"
#include "measure/bandwidth.h"

/* Arrays of double, apart from each other. Small whole numbers, so that every sum is exact. */
typedef struct mm_streams {
    double *a; /* written by copy and triad */
    double *b; /* read */
    double *c; /* read by triad */
} mm_streams;

enum {
    MM_STREAM_MULTIPLE = 64
}; /* count is a multiple of this many elements; arrays are aligned to a cache line */

/* passes times, one after the other, over elements 0 .. count - 1:
 *   load    sums b; returns the sum over all passes
 *   copy    a(i) = b(i); returns 0
 *   triad   a(i) = b(i) + s c(i); returns 0
 * in registers of the instruction set, which must be usable. */
typedef double mm_stream_loop(const mm_streams *streams, double s, int64_t count, int64_t passes);
mm_stream_loop *mm_stream_loop_of(mm_stream stream, mm_isa isa);

#endif
