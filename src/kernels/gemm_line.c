/* Products with one column or one row of C: y = alpha op(M) x + beta y, where M is the matrix that is left.
 * Vectors that lie in a row of their matrix are brought together on the stack. */
#include <string.h>

#include "kernels/gemm_kernel.h"

/* Of a piece of x or y: two of them stay in the L1 cache or near it, and columns are long enough for the
 * hardware to fetch ahead. */
enum { LENGTH_MAX = 4096 };

/* An element every `step`. */
typedef struct series {
    const real *first;
    int64_t step;
} series;

typedef struct line {
    bool across; /* op(M) is its transpose */
    const real *M;
    int64_t ld, length, inner; /* length: of y; inner: of x */
    series x;
    real *y;
    int64_t y_step;
} line;

static line line_of(const gemm_call *call)
{
    if (call->n == 1 && call->m > 1)
        return (line){call->trans_a, call->A, call->lda,
                      call->m,       call->k, {call->B, call->trans_b ? call->ldb : 1},
                      call->C,       1};
    return (line){!call->trans_b, call->B,  call->ldb,
                  call->n,        call->k,  {call->A, call->trans_a ? 1 : call->lda},
                  call->C,        call->ldc};
}

/* `count` elements from `start` on, in one piece: where they lie, or in `memory`. */
static const real *in_one_piece(series x, int64_t start, int64_t count, real *memory)
{
    if (x.step == 1)
        return x.first + start;
    for (int64_t i = 0; i < count; i++)
        memory[i] = x.first[(start + i) * x.step];
    return memory;
}

static void write_sums(const real *sums, int64_t count, real alpha, real beta, real *y, int64_t step)
{
    for (int64_t i = 0; i < count; i++)
        y[i * step] = alpha * sums[i] + (beta == 0 ? 0 : beta * y[i * step]);
}

/* A matrix from beyond the L2 cache: the hardware fetches ahead within a column, but begins each anew. Where
 * two groups of columns have room in the L1 cache, beside the sums, the next one is fetched while one is
 * read; longer ones would drive each other out, and have the less need of it. */
static bool is_worth_fetching(const line *all)
{
    enum { L2_BYTES = 512 * 1024 };
    const int64_t column = least(all->across ? all->inner : all->length, LENGTH_MAX);
    return all->length * all->inner * (int64_t)sizeof(real) > L2_BYTES &&
           (2 * GROUP + 1) * column * (int64_t)sizeof(real) <= mm_gemm_l1_cache()->bytes;
}

bool MM_NAME(gemm_is_line)(const gemm_call *call)
{
    enum { CACHED_BYTES = 128 * 1024 }; /* there a tile is faster: it has more sums under way */
    return (call->n == 1 || call->m == 1) &&
           call->m * call->n * call->k * (int64_t)sizeof(real) > CACHED_BYTES;
}

void MM_NAME(gemm_line)(const gemm_call *call)
{
    const line all = line_of(call);
    const bool fetches = is_worth_fetching(&all);
    _Alignas(64) real sums[LENGTH_MAX], memory[LENGTH_MAX];
    for (int64_t i = 0, length; i < all.length; i += length) {
        length = next_part(i, all.length, LENGTH_MAX);
        memset(sums, 0, (size_t)length * sizeof(real));
        for (int64_t p = 0, inner; p < all.inner; p += inner) {
            inner = next_part(p, all.inner, LENGTH_MAX);
            const real *x = in_one_piece(all.x, p, inner, memory);
            if (all.across)
                call->kernel->across(inner, length, all.M + p + i * all.ld, all.ld, x, sums, fetches);
            else
                call->kernel->down(length, inner, all.M + i + p * all.ld, all.ld, x, sums, fetches);
        }
        write_sums(sums, length, call->alpha, call->beta, all.y + i * all.y_step, all.y_step);
    }
}
