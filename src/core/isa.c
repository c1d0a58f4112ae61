#include "core/isa.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[MM_ISA_COUNT] = {"scalar", "sse2", "avx2", "avx512"};

const char *mm_isa_name(mm_isa isa)
{
    return names[isa];
}

const char *mm_isa_label(mm_isa isa)
{
    static const char *const labels[MM_ISA_COUNT] = {"scalar", "SSE2", "AVX2", "AVX-512"};
    return labels[isa];
}

const char *mm_isa_label_of(const char *name)
{
    for (int isa = MM_ISA_SCALAR; isa < MM_ISA_COUNT; isa++)
        if (strcmp(name, names[isa]) == 0)
            return mm_isa_label((mm_isa)isa);
    return name;
}

/* The compiler's own run-time support asks CPUID and XGETBV, so "the system saves the registers" is included.
 */
bool mm_isa_usable(mm_isa isa)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    switch (isa) {
    case MM_ISA_SCALAR:
    case MM_ISA_SSE2:
        return true;
    case MM_ISA_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case MM_ISA_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    default:
        return false;
    }
#else
    return isa == MM_ISA_SCALAR;
#endif
}

static mm_isa find_best(void)
{
    mm_isa best = MM_ISA_SCALAR;
    const char *asked = getenv("MM_ISA");
    for (int isa = MM_ISA_SCALAR; isa < MM_ISA_COUNT; isa++) {
        if (!mm_isa_usable((mm_isa)isa))
            continue;
        best = (mm_isa)isa;
        if (asked && strcmp(asked, names[isa]) == 0)
            break;
    }
    return best;
}

mm_isa mm_isa_best(void)
{
    static mm_isa best = MM_ISA_COUNT; /* all threads would find the same */
    if (best == MM_ISA_COUNT)
        best = find_best();
    return best;
}

mm_status mm_isa_check_environment(mm_error *err)
{
    const char *asked = getenv("MM_ISA");
    if (!asked || !*asked)
        return MM_OK;
    for (int isa = MM_ISA_SCALAR; isa < MM_ISA_COUNT; isa++)
        if (strcmp(asked, names[isa]) == 0)
            return mm_isa_usable((mm_isa)isa)
                       ? MM_OK
                       : mm_fail(err, MM_UNAVAILABLE, "badIsa",
                                 "MM_ISA=%s: this CPU does not have it; unset MM_ISA", asked);
    return mm_fail(err, MM_USAGE, "badIsa",
                   "MM_ISA=%.40s is not known: use scalar, sse2, avx2 or avx512, or unset it", asked);
}
