/* Floating-point instruction sets, from narrow to wide: which of them this CPU and system can run. */
#ifndef MM_ISA_H
#define MM_ISA_H

#include <stdbool.h>

#include "core/status.h"

typedef enum mm_isa {
    MM_ISA_SCALAR, /* plain C, whatever the architecture */
    MM_ISA_SSE2,   /* 128 bits, multiply and add apart: every x86-64 */
    MM_ISA_AVX2,   /* 256 bits, with FMA */
    MM_ISA_AVX512, /* 512 bits: F, DQ, BW and VL */
    MM_ISA_COUNT
} mm_isa;

const char *mm_isa_name(mm_isa isa);           /* for machines: "scalar", "sse2", "avx2", "avx512" */
const char *mm_isa_label(mm_isa isa);          /* for people: "scalar", "SSE2", "AVX2", "AVX-512" */
const char *mm_isa_label_of(const char *name); /* the label of a name; one that is not known as it is */

/* The CPU has it and the system saves its registers. On other architectures only MM_ISA_SCALAR is usable. */
bool mm_isa_usable(mm_isa isa);

/* The widest usable one, or a narrower one that the environment variable MM_ISA names (read once). */
mm_isa mm_isa_best(void);

/* Is MM_ISA unset, or a name that is known (else MM_USAGE "badIsa") and usable here (else MM_UNAVAILABLE)? */
mm_status mm_isa_check_environment(mm_error *err);

#endif
