#include "kernels/gemm_params.h"

#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

/* MR x NR: 24 sums for AVX-512, 12 for AVX2, 8 for 128 bits, as many as the registers hold beside the
 * operands (two multiply-adds of 4 cycles each need 8 at least). 48 x 8 loads 3 registers and 8 numbers for
 * 24 multiply-adds, 32 x 12 loads 2 and 12: the panels, once packed, run at 99 instead of 97 % of the peak.
 *
 * KC: a panel of B, KC x NR, takes half of a 48 KiB L1 cache at most (512 * 8 * 4 bytes are 16 KiB), and
 * stays there while the panels of A pass by. The longer it is, the less often C is read and written. MC: a
 * block of A, MC x KC, takes half of a 1 MiB L2 cache (240 * 512 * 4 bytes are 480 KiB). NC: a block of B, KC
 * x NC, takes some MiB of the L3 cache. Within a factor of 1.5 of these the times differ by a per cent or
 * two; `make tune` measures others.
 *
 * small: up to there the product runs faster on operands that lie where they are. */
static const mm_gemm_params table[MM_ISA_COUNT][2] = {
    /* mr_vectors, nr, mc, kc, nc, small */
    [MM_ISA_SCALAR] = {[MM_F32] = {2, 4, 256, 256, 2048, 64}, [MM_F64] = {2, 4, 128, 256, 2048, 64}},
    [MM_ISA_AVX2] = {[MM_F32] = {2, 6, 192, 512, 3072, 512}, [MM_F64] = {2, 6, 128, 384, 3072, 384}},
    [MM_ISA_AVX512] = {[MM_F32] = {3, 8, 240, 512, 3072, 544}, [MM_F64] = {3, 8, 168, 384, 3072, 416}},
};

const mm_gemm_params *mm_gemm_params_of(mm_isa isa, mm_dtype dtype)
{
    if (isa == MM_ISA_SSE2) /* the generic kernel, which is compiled for the architecture's baseline */
        isa = MM_ISA_SCALAR;
    return &table[isa][dtype];
}

/* Asked once: in a virtual machine the answer takes longer than a small product. */
static mm_gemm_l1 l1 = {32 * 1024, 8}; /* where the system does not tell */

static void ask_for_l1(void)
{
    const long bytes = sysconf(_SC_LEVEL1_DCACHE_SIZE), ways = sysconf(_SC_LEVEL1_DCACHE_ASSOC);
    if (bytes > 0 && ways > 0)
        l1 = (mm_gemm_l1){bytes, ways};
}

const mm_gemm_l1 *mm_gemm_l1_cache(void)
{
    static pthread_once_t asked = PTHREAD_ONCE_INIT;
    pthread_once(&asked, ask_for_l1);
    return &l1;
}
