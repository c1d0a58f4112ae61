#include "blas/kernel_isa.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

/* OpenBLAS 0.3.x: driver/others/dynamic.c lists the x86-64 families; BLIS: bli_arch.c. */
static const struct {
    const char *provider, *kernel;
    mm_isa isa;
} families[] = {
    {"openblas", "Generic", MM_ISA_SSE2},
    {"openblas", "Katmai", MM_ISA_SSE2},
    {"openblas", "Coppermine", MM_ISA_SSE2},
    {"openblas", "Northwood", MM_ISA_SSE2},
    {"openblas", "Prescott", MM_ISA_SSE2},
    {"openblas", "Banias", MM_ISA_SSE2},
    {"openblas", "Atom", MM_ISA_SSE2},
    {"openblas", "Core2", MM_ISA_SSE2},
    {"openblas", "Penryn", MM_ISA_SSE2},
    {"openblas", "Dunnington", MM_ISA_SSE2},
    {"openblas", "Nehalem", MM_ISA_SSE2},
    {"openblas", "Athlon", MM_ISA_SSE2},
    {"openblas", "Opteron", MM_ISA_SSE2},
    {"openblas", "Opteron_SSE3", MM_ISA_SSE2},
    {"openblas", "Barcelona", MM_ISA_SSE2},
    {"openblas", "Nano", MM_ISA_SSE2},
    {"openblas", "Bobcat", MM_ISA_SSE2},
    {"openblas", "Sandybridge", MM_ISA_SSE2},
    {"openblas", "Bulldozer", MM_ISA_SSE2},
    {"openblas", "Piledriver", MM_ISA_AVX2},
    {"openblas", "Steamroller", MM_ISA_AVX2},
    {"openblas", "Excavator", MM_ISA_AVX2},
    {"openblas", "Haswell", MM_ISA_AVX2},
    {"openblas", "Zen", MM_ISA_AVX2},
    {"openblas", "SkylakeX", MM_ISA_AVX512},
    {"openblas", "Cooperlake", MM_ISA_AVX512},
    {"openblas", "Sapphirerapids", MM_ISA_AVX512},
    {"blis", "generic", MM_ISA_SSE2},
    {"blis", "penryn", MM_ISA_SSE2},
    {"blis", "sandybridge", MM_ISA_SSE2},
    {"blis", "bulldozer", MM_ISA_SSE2},
    {"blis", "piledriver", MM_ISA_AVX2},
    {"blis", "steamroller", MM_ISA_AVX2},
    {"blis", "excavator", MM_ISA_AVX2},
    {"blis", "haswell", MM_ISA_AVX2},
    {"blis", "zen", MM_ISA_AVX2},
    {"blis", "zen2", MM_ISA_AVX2},
    {"blis", "zen3", MM_ISA_AVX2},
    {"blis", "skx", MM_ISA_AVX512},
    {"blis", "knl", MM_ISA_AVX512},
    {"blis", "zen4", MM_ISA_AVX512},
};

static const struct {
    const char *provider, *variable;
    const char *best[MM_ISA_COUNT]; /* by instruction set; NULL: nothing better to name */
} selections[] = {
    {"openblas", "OPENBLAS_CORETYPE", {[MM_ISA_AVX2] = "Haswell", [MM_ISA_AVX512] = "SkylakeX"}},
    {"blis", "BLIS_ARCH_TYPE", {[MM_ISA_AVX2] = "haswell", [MM_ISA_AVX512] = "skx"}},
};

bool mm_kernel_isa(const char *provider, const char *kernel, mm_isa *isa)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(families[i].provider, provider) == 0 && strcasecmp(families[i].kernel, kernel) == 0) {
            *isa = families[i].isa;
            return true;
        }
    return false;
}

const char *mm_kernel_family(const char *provider, int i)
{
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        if (strcmp(families[f].provider, provider) == 0 && i-- == 0)
            return families[f].kernel;
    return NULL;
}

const char *mm_kernel_variable(const char *provider)
{
    for (size_t i = 0; i < sizeof selections / sizeof *selections; i++)
        if (strcmp(selections[i].provider, provider) == 0)
            return selections[i].variable;
    return NULL;
}

const char *mm_kernel_for(const char *provider, mm_isa isa)
{
    for (size_t i = 0; i < sizeof selections / sizeof *selections; i++)
        if (strcmp(selections[i].provider, provider) == 0)
            return selections[i].best[isa];
    return NULL;
}
