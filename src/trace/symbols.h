/* The names that the tracer stands in for, generated from routines.txt. The tracer writes a symbol as a
 * number, and mmcli, built from the same table, reads it. */
#ifndef MM_TRACE_SYMBOLS_H
#define MM_TRACE_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mm_trace_routine {
    const char *name;     /* "dgemm" */
    char type;            /* of its elements: s d c z */
    bool returns_complex; /* as a function's value: see mm_trace_probe_complex */
} mm_trace_routine;

typedef struct mm_trace_symbol {
    const char *name; /* "scipy_cblas_dgemm64_" */
    uint16_t routine;
    uint16_t entry; /* routine and interface, numbered */
    uint8_t is_cblas;
    uint8_t naming;
} mm_trace_symbol;

int mm_trace_symbol_count(void);
const mm_trace_symbol *mm_trace_symbol_at(int symbol);
const mm_trace_routine *mm_trace_routine_at(int routine);

/* What a library with such names has around its others, and the width that its integers have by their names:
 * 32 or 64. */
const char *mm_trace_prefix(const mm_trace_symbol *symbol);
const char *mm_trace_suffix(const mm_trace_symbol *symbol);
int mm_trace_named_bits(const mm_trace_symbol *symbol);

/* The symbol of this name, or -1. Safe in any thread, takes no lock and no memory. */
int mm_trace_symbol_find(const char *name);

/* Floating-point operations of one call; NaN where they depend on the data or on the method. */
double mm_trace_flops(int routine, int64_t m, int64_t n, int64_t k, int64_t batch, char side);

#endif
