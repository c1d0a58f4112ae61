/* Einstein summation by the definition: one loop a letter, each operand addressed through its strides. A
 * letter that an operand does not have gets stride 0 there, so that a plain nest of four loops serves every
 * spec. */
#include "kernels/einsum.h"
#include "kernels/real.h"

/* The innermost loop: a dot product where its letter is summed over, an elementwise product where it is not.
 */
static inline void innermost(const mm_einsum_plan *plan, const real *a, const real *b, real *c)
{
    const int last = MM_EINSUM_LETTERS_MAX - 1;
    const int64_t sa = plan->stride_a[last], sb = plan->stride_b[last], sc = plan->stride_c[last];
    if (sc == 0) {
        real sum = *c;
        for (int64_t i = 0; i < plan->extent[last]; i++)
            sum += a[i * sa] * b[i * sb];
        *c = sum;
    } else {
        for (int64_t i = 0; i < plan->extent[last]; i++)
            c[i * sc] += a[i * sa] * b[i * sb];
    }
}

void MM_NAME(einsum_loop)(const mm_einsum_plan *plan, int64_t first, int64_t count, real *C)
{
    const int64_t *sa = plan->stride_a, *sb = plan->stride_b, *sc = plan->stride_c;
    int64_t i = first / plan->extent[1], j = first % plan->extent[1];
    for (; count > 0; count--) {
        for (int64_t l = 0; l < plan->extent[2]; l++)
            innermost(plan, (const real *)plan->A.data + i * sa[0] + j * sa[1] + l * sa[2],
                      (const real *)plan->B.data + i * sb[0] + j * sb[1] + l * sb[2],
                      C + i * sc[0] + j * sc[1] + l * sc[2]);
        if (++j == plan->extent[1]) {
            j = 0;
            i++;
        }
    }
}
