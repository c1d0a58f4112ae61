#include "trace/symbols.h"

#include <math.h>
#include <string.h>

#include "trace_symbols.inc"

enum {
    ROUTINE_COUNT = sizeof routines / sizeof *routines,
    SYMBOL_COUNT = sizeof symbols / sizeof *symbols,
};

/* As generate.awk numbers them. */
static const struct {
    const char *prefix, *suffix;
    int bits;
} namings[] = {{"", "", 32}, {"", "64_", 64}, {"", "", 64}, {"scipy_", "", 32}, {"scipy_", "64_", 64}};

int mm_trace_symbol_count(void)
{
    return SYMBOL_COUNT;
}

const mm_trace_symbol *mm_trace_symbol_at(int symbol)
{
    return &symbols[symbol];
}

const mm_trace_routine *mm_trace_routine_at(int routine)
{
    return &routines[routine];
}

const char *mm_trace_prefix(const mm_trace_symbol *symbol)
{
    return namings[symbol->naming].prefix;
}

const char *mm_trace_suffix(const mm_trace_symbol *symbol)
{
    return namings[symbol->naming].suffix;
}

int mm_trace_named_bits(const mm_trace_symbol *symbol)
{
    return namings[symbol->naming].bits;
}

/* Most names that are looked up are not of BLAS at all: they lack what all of ours have in their ends. */
static bool may_be_ours(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && length < 48 &&
           (strncmp(name, "cblas_", 6) == 0 || strncmp(name, "scipy_", 6) == 0 || name[length - 1] == '_' ||
            strcmp(name + length - 3, "_64") == 0);
}

int mm_trace_symbol_find(const char *name)
{
    for (int i = 0; may_be_ours(name) && i < SYMBOL_COUNT; i++)
        if (strcmp(symbols[i].name, name) == 0)
            return i;
    return -1;
}

double mm_trace_flops(int routine, int64_t m, int64_t n, int64_t k, int64_t batch, char side)
{
    bool is_complex = strchr("cz", routines[routine].type) != NULL;
    if (m < 0)
        m = 0;
    if (n < 0)
        n = 0;
    if (k < 0)
        k = 0;
    return count_flops(routine, (double)m, (double)n, (double)k, batch < 0 ? 1 : (double)batch, side == 'L',
                       is_complex, is_complex ? 4 : 1);
}
