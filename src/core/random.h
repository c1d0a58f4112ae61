/* NumPy's default generator, bit for bit: SeedSequence -> PCG64 (XSL-RR 128/64) -> 256-layer ziggurat.
 *
 * M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number
 * Generation", HMC-CS-2014-0905; G. Marsaglia and W. W. Tsang, "The Ziggurat Method for Generating Random
 * Variables", J. Stat. Softw. 5(8), 2000. NumPy's default_rng (seed).standard_normal is the reference. */
#ifndef MM_RANDOM_H
#define MM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/matrix.h"

__extension__ typedef unsigned __int128 mm_uint128;

typedef struct mm_random {
    mm_uint128 state, increment; /* PCG64's; increment is odd */
} mm_random;

/* A generator in the state of numpy.random.default_rng (seed). */
mm_random mm_random_new(mm_uint128 seed);

/* Reads a decimal number, or a hexadecimal one after 0x, of up to 128 bits. Error: badSeed. */
mm_status mm_seed_parse(const char *text, mm_uint128 *seed, mm_error *err);

enum { MM_SEED_TEXT_SIZE = 40 };
void mm_seed_format(mm_uint128 seed, char text[MM_SEED_TEXT_SIZE]); /* in decimal */

uint64_t mm_random_uint64(mm_random *random);                    /* uniform over all 64-bit words */
double mm_random_double(mm_random *random);                      /* uniform in [0, 1), 53 bits */
double mm_random_normal(mm_random *random);                      /* standard normal */
void mm_random_normals(mm_random *random, int64_t count, double *out);

/* Fills a matrix with standard normals in row order, as NumPy does: element (i, j) is NumPy's element (i, j),
 * cast from double where the matrix is f32. */
void mm_random_fill(mm_random *random, mm_matrix *matrix);

/* The lab's inputs: a new A (m x k) and, after it from the same generator, a new B (k x n). Free both. */
mm_status mm_random_inputs(mm_uint128 seed, mm_dtype dtype, int64_t m, int64_t n, int64_t k, mm_matrix *A,
                           mm_matrix *B, mm_error *err);

#endif
