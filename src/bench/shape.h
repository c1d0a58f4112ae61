/* The size of a product: C is m x n, the inner dimension k. */
#ifndef MM_SHAPE_H
#define MM_SHAPE_H

#include <stdint.h>

typedef struct mm_shape {
    int64_t m, n, k;
} mm_shape;

double mm_shape_flop(const mm_shape *shape); /* 2 m n k */

enum { MM_SHAPE_TEXT_SIZE = 48 };
void mm_shape_format(const mm_shape *shape, char text[MM_SHAPE_TEXT_SIZE]); /* "N=64", or "64x32x8" */

#endif
