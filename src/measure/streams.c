#include "measure/streams.h"

#define WIDTH_BYTES 16
#define TARGET
#define MM_NAME(word) word##_128
#include "measure/streams_body.h"

#if defined(__x86_64__)
#define WIDTH_BYTES 32
#define TARGET __attribute__((target("avx2")))
#define MM_NAME(word) word##_256
#include "measure/streams_body.h"

#define WIDTH_BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define MM_NAME(word) word##_512
#include "measure/streams_body.h"
#endif

/* One core reaches more of a cache's bandwidth with wider registers; the memory hardly cares. */
mm_stream_loop *mm_stream_loop_of(mm_stream stream, mm_isa isa)
{
    static mm_stream_loop *const loops[MM_ISA_COUNT][MM_STREAM_COUNT] = {
        [MM_ISA_SCALAR] = {load_128, copy_128, triad_128},
#if defined(__x86_64__)
        [MM_ISA_SSE2] = {load_128, copy_128, triad_128},
        [MM_ISA_AVX2] = {load_256, copy_256, triad_256},
        [MM_ISA_AVX512] = {load_512, copy_512, triad_512},
#endif
    };
    return loops[isa][stream];
}
