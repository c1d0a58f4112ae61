/* gemm_batch: many products in one call. */
#include "trace/recorder.h"

static int64_t integer_at(const mm_trace_call *call, const void *array, int64_t i)
{
    return call->key.integer_bits == 64 ? ((const int64_t *)array)[i] : ((const int32_t *)array)[i];
}

static char transpose_at(bool is_cblas, const void *array)
{
    return is_cblas ? mm_trace_enum(*(const int *)array) : mm_trace_letter(array);
}

/* A row has one shape: the first group's. The operations are those of all groups. */
void mm_trace_batch(mm_trace_call *call, int64_t group_count, const void *const arrays[6])
{
    const mm_trace_symbol *symbol = mm_trace_symbol_at(call->key.symbol);
    if (!call->thread || group_count < 1)
        return;
    call->key.trans_a = transpose_at(symbol->is_cblas, arrays[0]);
    call->key.trans_b = transpose_at(symbol->is_cblas, arrays[1]);
    call->key.m = integer_at(call, arrays[2], 0);
    call->key.n = integer_at(call, arrays[3], 0);
    call->key.k = integer_at(call, arrays[4], 0);
    call->key.batch = 0;
    for (int64_t i = 0; i < group_count; i++) {
        int64_t size = integer_at(call, arrays[5], i);
        call->key.batch += size;
        call->flops +=
            mm_trace_flops(symbol->routine, integer_at(call, arrays[2], i), integer_at(call, arrays[3], i),
                           integer_at(call, arrays[4], i), size, '\0');
    }
}
