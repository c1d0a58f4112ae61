#include "mm_mex_gemm.h"

#include <string.h>

typedef struct given_C {
    mm_matrix matrix;
    bool is_given;
} given_C;

static void read_C(const mxArray *value, const char *name, void *target)
{
    *(given_C *)target = (given_C){mm_mex_matrix(value, name), true};
}

static void read_options(mm_mex_gemm *gemm, given_C *C, int count, const mxArray *const args[],
                         bool has_threads)
{
    const mm_mex_option table[] = {{"alpha", mm_mex_read_number, &gemm->alpha},
                                   {"beta", mm_mex_read_number, &gemm->beta},
                                   {"C", read_C, C},
                                   {"trans_a", mm_mex_read_trans, &gemm->trans_a},
                                   {"trans_b", mm_mex_read_trans, &gemm->trans_b},
                                   {has_threads ? "threads" : NULL, mm_mex_read_integer, &gemm->threads},
                                   {NULL, NULL, NULL}};
    mm_mex_options(count, args, table);
    if (gemm->beta != 0 && !C->is_given)
        mm_mex_fail("missingValue", "beta is %g but there is no C for it; give \"C\" too", gemm->beta);
}

/* C is borrowed from the user's variable: the sum goes into a copy. */
static void copy_C(const mm_mex_product *p, const mm_matrix *given)
{
    mm_mex_same_class(&p->A, "A", given, "C");
    if (given->rows != p->m || given->cols != p->n)
        mm_mex_fail("nonConformable", "C is %lldx%lld but the product is %lldx%lld", (long long)given->rows,
                    (long long)given->cols, (long long)p->m, (long long)p->n);
    const size_t bytes = (size_t)p->m * (size_t)p->n * mm_dtype_bytes(p->C.dtype);
    if (bytes > 0)
        memcpy(p->C.data, given->data, bytes);
}

mm_mex_gemm mm_mex_gemm_read(int nrhs, const mxArray *prhs[], bool has_threads, mxArray **out)
{
    mm_mex_gemm gemm = {.alpha = 1, .beta = 0, .trans_a = 'N', .trans_b = 'N', .threads = 1};
    given_C C = {.is_given = false};
    mm_mex_count(nrhs, 2, 1000, "(A, B) or (A, B, name, value, ...)");
    mm_mex_product *p = &gemm.product;
    *p = mm_mex_product_read(prhs);
    read_options(&gemm, &C, nrhs - 2, prhs + 2, has_threads);
    mm_mex_product_size(p, gemm.trans_a, gemm.trans_b);
    p->C = mm_mex_output(p->A.dtype, p->m, p->n, out);
    if (C.is_given)
        copy_C(p, &C.matrix);
    return gemm;
}
