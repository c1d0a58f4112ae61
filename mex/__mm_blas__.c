/* C = __mm_blas__ (A, B, name, value...): see octave/mm_blas.m. */
#include <string.h>

#include "blas/blas.h"
#include "mm_mex.h"

typedef struct blas_options {
    double alpha, beta;
    char trans_a, trans_b;
    mm_matrix C; /* data and sizes 0 where not given */
    bool has_C;
} blas_options;

static void read_C(const mxArray *value, const char *name, void *target)
{
    blas_options *options = target;
    options->C = mm_mex_matrix(value, name);
    options->has_C = true;
}

static blas_options read_options(int count, const mxArray *const args[])
{
    blas_options options = {.alpha = 1, .beta = 0, .trans_a = 'N', .trans_b = 'N'};
    const mm_mex_option table[] = {{"alpha", mm_mex_read_number, &options.alpha},
                                   {"beta", mm_mex_read_number, &options.beta},
                                   {"C", read_C, &options},
                                   {"trans_a", mm_mex_read_trans, &options.trans_a},
                                   {"trans_b", mm_mex_read_trans, &options.trans_b},
                                   {NULL, NULL, NULL}};
    mm_mex_options(count, args, table);
    if (options.beta != 0 && !options.has_C)
        mm_mex_fail("missingValue", "beta is %g but there is no C for it; give \"C\" too", options.beta);
    return options;
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

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    mm_mex_count(nrhs, 2, 1000, "(A, B) or (A, B, name, value, ...)");
    mm_mex_product p = mm_mex_product_read(prhs);
    const blas_options options = read_options(nrhs - 2, prhs + 2);
    mm_mex_product_size(&p, options.trans_a, options.trans_b);
    p.C = mm_mex_output(p.A.dtype, p.m, p.n, &plhs[0]);
    if (options.has_C)
        copy_C(&p, &options.C);
    mm_blas_gemm(options.trans_a, options.trans_b, options.alpha, &p.A, &p.B, options.beta, &p.C);
}
