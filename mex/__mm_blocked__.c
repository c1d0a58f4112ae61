/* C = __mm_blocked__ (A, B, block_size, "interpreted", madd): see octave/mm_blocked.m. */
#include <string.h>

#include <octave/quit.h>

#include "kernels/kernels.h"
#include "mm_mex.h"
#include "mm_mex_madd.h"

enum { DEFAULT_BLOCK_SIZE = 64 }; /* the lab's */

/* One panel of block_size columns at a time: the same blocks in the same order, with Ctrl-C answered in
 * between. */
static void compiled(const mm_mex_product *p, int64_t block_size)
{
    for (int64_t j = 0, cols; j < p->n; j += cols) {
        OCTAVE_QUIT;
        cols = p->n - j < block_size ? p->n - j : block_size;
        if (p->A.dtype == MM_F32)
            mm_blocked_f32(p->m, cols, p->k, p->A.data, p->A.ld, (const float *)p->B.data + j * p->B.ld,
                           p->B.ld, (float *)p->C.data + j * p->C.ld, p->C.ld, block_size);
        else
            mm_blocked_f64(p->m, cols, p->k, p->A.data, p->A.ld, (const double *)p->B.data + j * p->B.ld,
                           p->B.ld, (double *)p->C.data + j * p->C.ld, p->C.ld, block_size);
    }
}

static void interpreted(const mm_mex_product *p, int64_t block_size, const mxArray *handle)
{
    mm_mex_madd madd = mm_mex_madd_new(handle, p->A.dtype);
    if (p->A.dtype == MM_F32)
        mm_blocked_hook_f32(p->m, p->n, p->k, p->A.data, p->A.ld, p->B.data, p->B.ld, p->C.data, p->C.ld,
                            block_size, mm_mex_madd_f32, &madd);
    else
        mm_blocked_hook_f64(p->m, p->n, p->k, p->A.data, p->A.ld, p->B.data, p->B.ld, p->C.data, p->C.ld,
                            block_size, mm_mex_madd_f64, &madd);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    mm_mex_count(nrhs, 2, 5,
                 "(A, B), (A, B, block_size), (A, B, block_size, \"interpreted\") or with madd after that");
    const int64_t block_size = nrhs > 2 ? mm_mex_positive_integer(prhs[2], "block_size") : DEFAULT_BLOCK_SIZE;
    const char *mode = nrhs > 3 ? mm_mex_text(prhs[3], "the fourth argument") : NULL;
    if (mode && strcmp(mode, "interpreted") != 0)
        mm_mex_fail("unknownOption", "the fourth argument must be \"interpreted\"; got \"%.64s\"", mode);
    const mm_mex_product product = mm_mex_product_new(prhs, &plhs[0]);
    if (mode)
        interpreted(&product, block_size, nrhs > 4 ? prhs[4] : NULL);
    else
        compiled(&product, block_size);
}
