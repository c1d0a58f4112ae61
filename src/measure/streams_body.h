/* The loops of streams.c in one register width, which includes this once each with WIDTH_BYTES, TARGET (a
 * function attribute, or nothing) and MM_NAME defined. No include guard: being included again is the point.
 *
 * GNU C's vectors, because not every -O level vectorises a plain loop. What keeps the compiler honest: in the
 * load, additions of floating-point numbers may not be reordered, so no pass can be merged with another. In
 * copy and triad an empty asm after each step costs no instruction, but says that memory was looked at and
 * changed: so no pass's stores can be dropped for the last one's, and the copy cannot become a call of
 * memcpy, whose stores may go around the caches. */
enum {
    MM_NAME(STEP) =
        8, /* registers a step; as accumulators they cover the latency of additions, 4 cycles x 2 */
    MM_NAME(LANES) = WIDTH_BYTES / sizeof(double),
};

typedef double MM_NAME(vector) __attribute__((vector_size(WIDTH_BYTES), may_alias));

TARGET static double MM_NAME(load)(const mm_streams *streams, double s, int64_t count, int64_t passes)
{
    const MM_NAME(vector) *from = (const MM_NAME(vector) *)streams->b;
    MM_NAME(vector) sum[MM_NAME(STEP)]; /* unrolled, these are registers */
    (void)s;
#pragma GCC unroll 8
    for (int j = 0; j < MM_NAME(STEP); j++)
        sum[j] = (MM_NAME(vector)){0};
    for (int64_t pass = 0; pass < passes; pass++)
        for (int64_t i = 0; i < count / MM_NAME(LANES); i += MM_NAME(STEP)) {
#pragma GCC unroll 8
            for (int j = 0; j < MM_NAME(STEP); j++)
                sum[j] += from[i + j];
        }
    double total = 0;
#pragma GCC unroll 8
    for (int j = 1; j < MM_NAME(STEP); j++)
        sum[0] += sum[j];
    for (int lane = 0; lane < MM_NAME(LANES); lane++)
        total += sum[0][lane];
    return total;
}

TARGET static double MM_NAME(copy)(const mm_streams *streams, double s, int64_t count, int64_t passes)
{
    const MM_NAME(vector) *from = (const MM_NAME(vector) *)streams->b;
    MM_NAME(vector) *to = (MM_NAME(vector) *)streams->a;
    (void)s;
    for (int64_t pass = 0; pass < passes; pass++)
        for (int64_t i = 0; i < count / MM_NAME(LANES); i += MM_NAME(STEP)) {
#pragma GCC unroll 8
            for (int j = 0; j < MM_NAME(STEP); j++)
                to[i + j] = from[i + j];
            __asm__ volatile("" ::: "memory");
        }
    return 0;
}

TARGET static double MM_NAME(triad)(const mm_streams *streams, double s, int64_t count, int64_t passes)
{
    const MM_NAME(vector) *b = (const MM_NAME(vector) *)streams->b, *c = (const MM_NAME(vector) *)streams->c;
    MM_NAME(vector) *to = (MM_NAME(vector) *)streams->a;
    for (int64_t pass = 0; pass < passes; pass++)
        for (int64_t i = 0; i < count / MM_NAME(LANES); i += MM_NAME(STEP)) {
#pragma GCC unroll 8
            for (int j = 0; j < MM_NAME(STEP); j++)
                to[i + j] = b[i + j] + s * c[i + j];
            __asm__ volatile("" ::: "memory");
        }
    return 0;
}

#undef WIDTH_BYTES
#undef TARGET
#undef MM_NAME
