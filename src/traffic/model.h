/* What a product moves into a cache, worked out from its loops: no run needed, and no surprise found. */
#ifndef MM_TRAFFIC_MODEL_H
#define MM_TRAFFIC_MODEL_H

#include "methods.h"
#include "record/intensity.h"

/* Bytes that one n x n x n product brings into a cache with least-recently-used replacement, whose matrices
 * were walked through before: 0 where all three stay in it. An operand that does not fit together with what
 * is used between two looks at it comes in again at each look; power-of-two strides, which reach few of the
 * sets, are seen.
 *
 * naive, reordered and the blocked loops by their own order. Of any other method the order is not known: then
 * the least that any order can move, max (3 n^2, 2 n^3 / sqrt (S)) elements for a cache of S elements; T. M.
 * Smith et al., "A Tight I/O Lower Bound for Matrix Multiplication", 2019. */
double mm_model_bytes(const mm_method *method, mm_dtype dtype, int64_t n, const mm_geometry *cache);

/* What the figure means: "a model of the loops", or "the least that any order of the loops moves". */
const char *mm_model_meaning(const mm_method *method);

#endif
