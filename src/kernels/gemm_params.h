/* The sizes of mm_gemm's blocks, one row an instruction set and element type: gemm_params.c has the table and
 * the reasoning, `make tune` measures others. */
#ifndef MM_GEMM_PARAMS_H
#define MM_GEMM_PARAMS_H

#include "core/isa.h"
#include "core/matrix.h"

typedef struct mm_gemm_params {
    int64_t mr_vectors; /* MR, in registers */
    int64_t nr;         /* NR, in columns */
    int64_t mc, kc, nc; /* blocks of A are at most mc x kc, blocks of B kc x nc, in elements */
    int64_t small;      /* a product whose m, n and k have a geometric mean of at most this is not packed */
} mm_gemm_params;

/* Of the widest instruction set not above `isa` that has a kernel. */
const mm_gemm_params *mm_gemm_params_of(mm_isa isa, mm_dtype dtype);

/* This CPU's L1 data cache. */
typedef struct mm_gemm_l1 {
    int64_t bytes, ways; /* columns bytes / ways apart lie in one set, which holds so many lines */
} mm_gemm_l1;
const mm_gemm_l1 *mm_gemm_l1_cache(void);

#endif
