#include "core/random.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "core/ziggurat.h"

/* --- SeedSequence: hashes a seed of up to 128 bits into PCG64's state and stream (M. E. O'Neill's seed_seq).
 */

enum { POOL_WORDS = 4, STATE_WORDS = 8 };

/* Hashes one word with a multiplier that moves on at every call. */
static uint32_t hash_word(uint32_t word, uint32_t *multiplier, uint32_t step)
{
    word ^= *multiplier;
    *multiplier *= step;
    word *= *multiplier;
    return word ^ (word >> 16);
}

static uint32_t mix_words(uint32_t x, uint32_t y)
{
    uint32_t mixed = UINT32_C(0xca01f9dd) * x - UINT32_C(0x4973f715) * y;
    return mixed ^ (mixed >> 16);
}

static void seed_sequence(mm_uint128 seed, uint64_t words[STATE_WORDS / 2])
{
    uint32_t pool[POOL_WORDS];
    uint32_t multiplier = UINT32_C(0x43b0d7e5);
    for (int i = 0; i < POOL_WORDS; i++)
        pool[i] = hash_word((uint32_t)(seed >> (32 * i)), &multiplier, UINT32_C(0x931e8875));
    for (int from = 0; from < POOL_WORDS; from++)
        for (int to = 0; to < POOL_WORDS; to++)
            if (from != to)
                pool[to] = mix_words(pool[to], hash_word(pool[from], &multiplier, UINT32_C(0x931e8875)));

    multiplier = UINT32_C(0x8b51f9dd);
    memset(words, 0, STATE_WORDS / 2 * sizeof *words);
    for (int i = 0; i < STATE_WORDS; i++) {
        uint32_t word = hash_word(pool[i % POOL_WORDS], &multiplier, UINT32_C(0x58f38ded));
        words[i / 2] |= (uint64_t)word << (32 * (i % 2)); /* pairs, low half first */
    }
}

/* --- PCG64: a 128-bit linear congruential generator with the XSL-RR output function. */

static inline void step(mm_random *random)
{
    const mm_uint128 multiplier =
        ((mm_uint128)UINT64_C(2549297995355413924) << 64) | UINT64_C(4865540595714422341);
    random->state = random->state * multiplier + random->increment;
}

static inline uint64_t next_uint64(mm_random *random)
{
    step(random);
    uint64_t folded = (uint64_t)(random->state >> 64) ^ (uint64_t)random->state;
    unsigned rotation = (unsigned)(random->state >> 122);
    return (folded >> rotation) | (folded << (-rotation & 63));
}

mm_random mm_random_new(mm_uint128 seed)
{
    uint64_t words[STATE_WORDS / 2];
    seed_sequence(seed, words);
    mm_uint128 start = ((mm_uint128)words[0] << 64) | words[1];
    mm_uint128 stream = ((mm_uint128)words[2] << 64) | words[3];
    mm_random random = {.state = 0, .increment = (stream << 1) | 1};
    step(&random);
    random.state += start;
    step(&random);
    return random;
}

uint64_t mm_random_uint64(mm_random *random)
{
    return next_uint64(random);
}

double mm_random_double(mm_random *random)
{
    return (double)(next_uint64(random) >> 11) * 0x1p-53;
}

/* --- The ziggurat. One word gives the layer (8 bits), the sign (1 bit) and the mantissa (52 bits). */

/* Layer 0's unbounded tail: Marsaglia's method (1964). The 9th bit of the mantissa gives the sign anew. */
static double normal_tail(mm_random *random, uint64_t mantissa)
{
    for (;;) {
        double x = -MM_ZIGGURAT_TAIL_INVERSE * log1p(-mm_random_double(random));
        double y = -log1p(-mm_random_double(random));
        if (y + y > x * x)
            return (mantissa >> 8) & 1 ? -(MM_ZIGGURAT_TAIL + x) : MM_ZIGGURAT_TAIL + x;
    }
}

static inline double next_normal(mm_random *random)
{
    for (;;) {
        uint64_t word = next_uint64(random);
        unsigned layer = (unsigned)(word & 0xff);
        uint64_t mantissa = (word >> 9) & UINT64_C(0x000fffffffffffff);
        double x = (double)mantissa * mm_ziggurat[layer].width;
        if ((word >> 8) & 1)
            x = -x;
        if (mantissa < mm_ziggurat[layer].accept_below)
            return x; /* some 99 % of all draws */
        if (layer == 0)
            return normal_tail(random, mantissa);
        double below = mm_ziggurat[layer].density, above = mm_ziggurat[layer - 1].density;
        if ((above - below) * mm_random_double(random) + below < exp(-0.5 * x * x))
            return x; /* in the wedge under the curve */
    }
}

double mm_random_normal(mm_random *random)
{
    return next_normal(random);
}

void mm_random_normals(mm_random *random, int64_t count, double *out)
{
    mm_random local = *random; /* in registers: out could alias *random for all the compiler knows */
    for (int64_t i = 0; i < count; i++)
        out[i] = next_normal(&local);
    *random = local;
}

void mm_random_fill(mm_random *random, mm_matrix *matrix)
{
    for (int64_t i = 0; i < matrix->rows; i++)
        for (int64_t j = 0; j < matrix->cols; j++)
            mm_matrix_set(matrix, i, j, next_normal(random));
}

mm_status mm_random_inputs(mm_uint128 seed, mm_dtype dtype, int64_t m, int64_t n, int64_t k, mm_matrix *A,
                           mm_matrix *B, mm_error *err)
{
    *B = (mm_matrix){.dtype = dtype, .ld = 1};
    mm_status status = mm_matrix_new(dtype, m, k, A, err);
    if (status == MM_OK)
        status = mm_matrix_new(dtype, k, n, B, err);
    if (status != MM_OK) {
        mm_matrix_free(A);
        return status;
    }
    mm_random random = mm_random_new(seed);
    mm_random_fill(&random, A);
    mm_random_fill(&random, B);
    return MM_OK;
}

/* --- Seeds as text. */

static int digit_value(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : 99;
}

mm_status mm_seed_parse(const char *text, mm_uint128 *seed, mm_error *err)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    unsigned base = hex ? 16 : 10;
    const char *digits = hex ? text + 2 : text;
    mm_uint128 value = 0;
    bool good = *digits != '\0';
    for (const char *c = digits; good && *c; c++) {
        unsigned digit = (unsigned)digit_value(*c);
        good = digit < base && value <= (~(mm_uint128)0 - digit) / base;
        value = value * base + digit;
    }
    if (!good)
        return mm_fail(err, MM_USAGE, "badSeed",
                       "seed '%s' is not a whole number of up to 128 bits: use decimal digits, or 0x and "
                       "hexadecimal ones",
                       text);
    *seed = value;
    return MM_OK;
}

void mm_seed_format(mm_uint128 seed, char text[MM_SEED_TEXT_SIZE])
{
    char reversed[MM_SEED_TEXT_SIZE];
    int length = 0;
    do {
        reversed[length++] = (char)('0' + (int)(seed % 10));
        seed /= 10;
    } while (seed != 0);
    for (int i = 0; i < length; i++)
        text[i] = reversed[length - 1 - i];
    text[length] = '\0';
}
