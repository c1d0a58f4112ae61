/* Dense real matrices, column-major with a leading dimension, as in BLAS and Octave:
 * element (i, j) of a matrix is data[i + j * ld], 0 <= i < rows, 0 <= j < cols, ld >= max(1, rows). */
#ifndef MM_MATRIX_H
#define MM_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

typedef enum mm_dtype { MM_F32, MM_F64 } mm_dtype;

const char *mm_dtype_name(mm_dtype dtype);                                        /* "f32", "f64" */
size_t mm_dtype_bytes(mm_dtype dtype);                                            /* 4, 8 */
double mm_dtype_epsilon(mm_dtype dtype);                                          /* unit roundoff: 2^-24, 2^-53 */
mm_status mm_dtype_parse(const char *text, mm_dtype *dtype, mm_error *err);       /* "f32" or "f64" */

typedef struct mm_matrix {
    mm_dtype dtype;
    int64_t rows, cols, ld;
    void *data;
} mm_matrix;

/* The largest dimension accepted anywhere: BLAS integers are 32-bit in the common interface. */
#define MM_DIM_MAX INT64_C(2147483647)

/* A new zeroed matrix, ld = max(1, rows), data aligned to 64 bytes (a cache line). Free with mm_matrix_free. */
mm_status mm_matrix_new(mm_dtype dtype, int64_t rows, int64_t cols, mm_matrix *out, mm_error *err);
void mm_matrix_free(mm_matrix *matrix); /* frees data, leaves an empty matrix; NULL data is fine */

/* Element access for code that is not speed-critical (checks, files): always as double. */
double mm_matrix_get(const mm_matrix *matrix, int64_t i, int64_t j);
void mm_matrix_set(mm_matrix *matrix, int64_t i, int64_t j, double value);

#endif
