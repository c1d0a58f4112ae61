#include "core/matrix.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE_BYTES = 64 };

/* One line per element type; indexed by mm_dtype. */
static const struct {
    const char *name;
    size_t bytes;
    double epsilon;
} dtypes[] = {
    [MM_F32] = {"f32", sizeof(float), 0x1p-24},
    [MM_F64] = {"f64", sizeof(double), 0x1p-53},
};

const char *mm_dtype_name(mm_dtype dtype)
{
    return dtypes[dtype].name;
}

size_t mm_dtype_bytes(mm_dtype dtype)
{
    return dtypes[dtype].bytes;
}

double mm_dtype_epsilon(mm_dtype dtype)
{
    return dtypes[dtype].epsilon;
}

mm_status mm_dtype_parse(const char *text, mm_dtype *dtype, mm_error *err)
{
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        if (strcmp(text, dtypes[i].name) == 0) {
            *dtype = (mm_dtype)i;
            return MM_OK;
        }
    return mm_fail(err, MM_USAGE, "badDtype", "dtype '%s' is not known: use f32 or f64", text);
}

mm_status mm_matrix_new(mm_dtype dtype, int64_t rows, int64_t cols, mm_matrix *out, mm_error *err)
{
    *out = (mm_matrix){.dtype = dtype, .rows = rows, .cols = cols, .ld = rows > 0 ? rows : 1};
    if (rows < 0 || cols < 0 || rows > MM_DIM_MAX || cols > MM_DIM_MAX)
        return mm_fail(err, MM_USAGE, "badSize",
                       "matrix of %lld x %lld: each dimension must be in 0..2147483647", (long long)rows,
                       (long long)cols);
    /* Exact in size_t: both factors are below 2^31, so the product is below 2^62, and 8 bytes only just not.
     */
    double bytes = (double)out->ld * (double)cols * (double)mm_dtype_bytes(dtype);
    if (bytes > (double)(PTRDIFF_MAX / 2))
        return mm_fail_memory(err, bytes);
    size_t size = (size_t)out->ld * (size_t)cols * mm_dtype_bytes(dtype);
    size = (size + CACHE_LINE_BYTES) / CACHE_LINE_BYTES * CACHE_LINE_BYTES;
    out->data = aligned_alloc(CACHE_LINE_BYTES, size);
    if (!out->data)
        return mm_fail_memory(err, bytes);
    memset(out->data, 0, size);
    return MM_OK;
}

void mm_matrix_free(mm_matrix *matrix)
{
    free(matrix->data);
    *matrix = (mm_matrix){.dtype = matrix->dtype, .ld = 1};
}

double mm_matrix_get(const mm_matrix *matrix, int64_t i, int64_t j)
{
    int64_t at = i + j * matrix->ld;
    return matrix->dtype == MM_F32 ? (double)((const float *)matrix->data)[at]
                                   : ((const double *)matrix->data)[at];
}

void mm_matrix_set(mm_matrix *matrix, int64_t i, int64_t j, double value)
{
    int64_t at = i + j * matrix->ld;
    if (matrix->dtype == MM_F32)
        ((float *)matrix->data)[at] = (float)value;
    else
        ((double *)matrix->data)[at] = value;
}
