/* The multiply-add loops behind mm_peak_measure, one file an instruction set. Private to src/measure and its
 * tests.
 *
 * Every accumulator is stepped by x <- a x + a with a = -1, which takes x to -1 - x and back: bounded, never
 * denormal, and exact, so that the sum of all lanes after any number of iterations is known to the last bit.
 * Every measurement compares it; a compiler that dropped, merged or shortened the work would have to give the
 * same sum, which it could only by knowing a, and a is read from a volatile. Multiplier and addend are one
 * register, to leave the others to accumulators.
 *
 * How many accumulators: independent chains must cover latency x throughput: 4..5 cycles x 2 a cycle for a
 * fused multiply-add (Intel since Skylake, AMD Zen), up to 8 x 1 or 6 x 2 for a multiplication and an
 * addition apart. That is 8..12, and some slack for uneven use of the two ports: 12 were seen to read a tenth
 * too low with AVX-512, 16 not. The x86-64 files take what the register file holds beside a: 15 of 16, or 24
 * of AVX-512's 32; one more than fits spills, and halves the rate. */
#ifndef MM_PEAK_LOOP_H
#define MM_PEAK_LOOP_H

#include <stdint.h>

#include "core/isa.h"
#include "core/matrix.h"

typedef struct mm_peak_loop {
    /* Returns the sum of all lanes. Accumulator i = 0, 1, ... starts at i + 1 in every lane, so the sum is
     * lanes * sum (i + 1) after an even number of iterations, and lanes * sum (-2 - i) after an odd one. */
    double (*run)(int64_t iterations);
    int accumulators;
    int lanes; /* elements in an accumulator; an iteration is 2 * accumulators * lanes floating-point
                  operations */
} mm_peak_loop;

/* Indexed by mm_dtype. */
extern const mm_peak_loop mm_peak_scalar[];
#if defined(__x86_64__)
extern const mm_peak_loop mm_peak_sse2[];
extern const mm_peak_loop mm_peak_avx2[];
extern const mm_peak_loop mm_peak_avx512[];
#endif

/* The loop of an instruction set, which must exist on this architecture. */
const mm_peak_loop *mm_peak_loop_of(mm_isa isa, mm_dtype dtype);

/* What run must return. */
double mm_peak_loop_sum(const mm_peak_loop *loop, int64_t iterations);

#endif
