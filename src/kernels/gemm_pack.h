/* Packing: a panel of A or B rearranged so that the micro-kernel reads it from front to back, whatever the
 * leading dimension was: no cache set is asked for twice in a power-of-two stride, and few pages are touched.
 * gemm_kernel.h says what a panel is. */
#ifndef MM_GEMM_PACK_H
#define MM_GEMM_PACK_H

#include "kernels/gemm_vector.h"

static void clear_beyond(int64_t width, int64_t k, real *panel, int64_t stride)
{
    if (width == stride)
        return;
    for (int64_t p = 0; p < k; p++)
        for (int64_t i = width; i < stride; i++)
            panel[p * stride + i] = 0;
}

/* Columns of `from` become rows of the panel as they are: op(A) = A, or op(B) = B'. */
static void pack_copied(int64_t width, int64_t k, const real *from, int64_t ld, real *panel, int64_t stride)
{
    for (int64_t p = 0; p < k; p++) {
        const real *restrict source = from + p * ld;
        real *restrict to = panel + p * stride;
        int64_t i = 0;
        for (; i + VECTOR_LENGTH <= width; i += VECTOR_LENGTH)
            store(to + i, load(source + i));
        for (; i + QUAD <= width; i += QUAD)
            memcpy(to + i, source + i, sizeof(quad));
        for (; i < width; i++)
            to[i] = source[i];
    }
    clear_beyond(width, k, panel, stride);
}

#if MASKS_ARE_FREE
#include "kernels/gemm_transpose.h"
#else

/* Transposing goes by squares of one quad's side. */
INLINE void transpose_square(const real *from, int64_t ld, real *to, int64_t stride)
{
    quad row[QUAD];
    for (int i = 0; i < QUAD; i++)
        memcpy(&row[i], from + i * ld, sizeof row[i]);
#ifdef MM_TYPE_f32
    const quad low01 = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5),
               high01 = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7),
               low23 = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5),
               high23 = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
    const quad column[QUAD] = {__builtin_shufflevector(low01, low23, 0, 1, 4, 5),
                               __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
                               __builtin_shufflevector(high01, high23, 0, 1, 4, 5),
                               __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
#else
    const quad column[QUAD] = {__builtin_shufflevector(row[0], row[1], 0, 2),
                               __builtin_shufflevector(row[0], row[1], 1, 3)};
#endif
    for (int p = 0; p < QUAD; p++)
        memcpy(to + p * stride, &column[p], sizeof column[p]);
}

/* Rows of `from` become rows of the panel: op(A) = A', or op(B) = B. In stretches of STRETCH rows: the
 * columns may all lie in one cache set, so that a line must be used up before it is lost, and no line is
 * fetched alone. */
static void pack_transposed(int64_t width, int64_t k, const real *from, int64_t ld, real *panel,
                            int64_t stride)
{
    enum { STRETCH = 256 / sizeof(real) };
    const int64_t whole = k / QUAD * QUAD;
    for (int64_t begin = 0; begin < whole; begin += STRETCH) {
        const int64_t end = least(begin + STRETCH, whole);
        int64_t i = 0;
        for (; i + QUAD <= width; i += QUAD)
            for (int64_t p = begin; p < end; p += QUAD)
                transpose_square(from + p + i * ld, ld, panel + p * stride + i, stride);
        for (; i < width; i++)
            for (int64_t p = begin; p < end; p++)
                panel[p * stride + i] = from[p + i * ld];
    }
    for (int64_t p = whole; p < k; p++)
        for (int64_t i = 0; i < width; i++)
            panel[p * stride + i] = from[p + i * ld];
    clear_beyond(width, k, panel, stride);
}

#endif

#endif
