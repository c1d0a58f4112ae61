/* Matrices for tests that look beside the elements: guard bytes before and after, a leading dimension larger
 * than the rows, and every byte that is no element all ones, a NaN in both types. What reads beside the
 * elements computes a NaN; what writes there is found by the byte. Include after cmocka.h. */
#ifndef PADDED_H
#define PADDED_H

#include <stdlib.h>
#include <string.h>

#include "core/matrix.h"
#include "core/random.h"

enum { PADDED_GUARD_BYTES = 256, PADDED_FILL = 0xff };

typedef struct padded {
    mm_matrix X;
    unsigned char *bytes;   /* guard, ld x cols elements, guard */
    unsigned char *as_made; /* a copy: padded_keep */
    size_t size;
} padded;

/* All elements are NaN. ld = max (1, rows) + extra. */
static inline padded padded_new(mm_dtype dtype, int64_t rows, int64_t cols, int64_t extra)
{
    padded p = {.X = {.dtype = dtype, .rows = rows, .cols = cols}};
    p.X.ld = (rows > 0 ? rows : 1) + extra;
    p.size = (size_t)(p.X.ld * cols) * mm_dtype_bytes(dtype) + 2 * PADDED_GUARD_BYTES;
    p.bytes = malloc(p.size);
    p.as_made = malloc(p.size);
    assert_true(p.bytes && p.as_made);
    memset(p.bytes, PADDED_FILL, p.size);
    p.X.data = p.bytes + PADDED_GUARD_BYTES;
    return p;
}

static inline void padded_free(padded *p)
{
    free(p->bytes);
    free(p->as_made);
}

/* From now on padded_assert_unchanged compares with this content. */
static inline void padded_keep(padded *p)
{
    memcpy(p->as_made, p->bytes, p->size);
}

static inline void padded_assert_unchanged(const padded *p)
{
    assert_memory_equal(p->bytes, p->as_made, p->size);
}

/* Whole numbers in -4..4: their sums are exact in both types, in any order and whether fused or not. */
static inline double padded_integer(mm_random *random)
{
    return (double)(mm_random_uint64(random) % 9) - 4;
}

static inline void padded_fill_integers(padded *p, mm_random *random)
{
    for (int64_t j = 0; j < p->X.cols; j++)
        for (int64_t i = 0; i < p->X.rows; i++)
            mm_matrix_set(&p->X, i, j, padded_integer(random));
    padded_keep(p);
}

static inline padded padded_integers(mm_random *random, mm_dtype dtype, int64_t rows, int64_t cols,
                                     int64_t extra)
{
    padded p = padded_new(dtype, rows, cols, extra);
    padded_fill_integers(&p, random);
    return p;
}

/* Nothing but elements was written. Makes all elements NaN again, to look at the rest in one sweep. */
static inline void padded_assert_guards(padded *p)
{
    size_t bytes = mm_dtype_bytes(p->X.dtype);
    for (int64_t j = 0; j < p->X.cols; j++)
        memset((unsigned char *)p->X.data + (size_t)(j * p->X.ld) * bytes, PADDED_FILL,
               (size_t)p->X.rows * bytes);
    for (size_t i = 0; i < p->size; i++)
        if (p->bytes[i] != PADDED_FILL)
            fail_msg("byte %zu of %zu, outside the %lld x %lld matrix with ld %lld, was written", i, p->size,
                     (long long)p->X.rows, (long long)p->X.cols, (long long)p->X.ld);
}

#endif
