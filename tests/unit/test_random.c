/* The generator against NumPy's check values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <sha2.h>
#include <string.h>

#include "core/random.h"

/* seed -> first raw 64-bit word and first two normals, as NumPy 1.24 prints them. */
static void first_values(void **state)
{
    (void)state;
    static const struct {
        const char *seed;
        uint64_t raw;
        double normal[2];
    } known[] = {
        {"0", UINT64_C(0xa30febcfd9c2825f), {0.1257302210933933, -0.1321048632913019}},
        {"1", UINT64_C(0x8306bdf37922e4ff), {0.345584192064786, 0.8216181435011584}},
        {"42", UINT64_C(0xc621fbcd16d92688), {0.30471707975443135, -1.0399841062404955}},
        {"4294967296", UINT64_C(0xe3c5ebe285ac1625), {0.10296768001436127, -0.9805271710302613}},
        {"0x8000000000000000", UINT64_C(0xcfb443e389167cfd), {1.629426797845334, -1.5075699421794106}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mm_uint128 seed;
        assert_int_equal(mm_seed_parse(known[i].seed, &seed, NULL), MM_OK);
        mm_random random = mm_random_new(seed);
        assert_true(mm_random_uint64(&random) == known[i].raw);
        random = mm_random_new(seed);
        assert_true(mm_random_normal(&random) == known[i].normal[0]);
        assert_true(mm_random_normal(&random) == known[i].normal[1]);
    }
}

static void sha256_of(const void *bytes, size_t size, char hex[SHA256_DIGEST_STRING_LENGTH])
{
    SHA256Data(bytes, size, hex);
}

/* Long streams pass through every branch: rectangles, wedges and the tail. */
static void long_streams(void **state)
{
    (void)state;
    enum { COUNT = 10000000, FIRST = 1000000 };
    double *normals = malloc(COUNT * sizeof *normals);
    float *narrow = malloc(FIRST * sizeof *narrow);
    assert_true(normals && narrow);
    mm_random random = mm_random_new(42);
    mm_random_normals(&random, COUNT, normals);
    for (int i = 0; i < FIRST; i++)
        narrow[i] = (float)normals[i];
    char hex[SHA256_DIGEST_STRING_LENGTH];
    sha256_of(normals, FIRST * sizeof *normals, hex);
    assert_string_equal(hex, "d317580e98209bd61db46be506a50f1b9ceb1823872be30aaef4153c2d9cb721");
    sha256_of(narrow, FIRST * sizeof *narrow, hex);
    assert_string_equal(hex, "a33a7adc96f4ac8f82e332dce6e63a29218f63ccfbb75ef84f2438f9cd2862f3");
    sha256_of(normals, COUNT * sizeof *normals, hex);
    assert_string_equal(hex, "1972aa61bf4abc20de1c2c449fe7311d43d5204429631e01b931ba675acd7000");
    free(normals);
    free(narrow);
}

/* The lab's inputs, element by element in row order although ours lie in column order. */
static void lab_inputs(void **state)
{
    (void)state;
    enum { N = 64 };
    static const char *const known[] = {"9f0fcd4f205d9ed1e32f860ff8d60306254523ec513f0cd57be7d3e1e47609d2",
                                        "54163532ead37fac16f5eff4abff22def29196973680e0f5580b856cdfe8b7f5"};
    mm_matrix AB[2];
    assert_int_equal(mm_random_inputs(42, MM_F32, N, N, N, &AB[0], &AB[1], NULL), MM_OK);
    for (int which = 0; which < 2; which++) {
        float rows[N * N];
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                rows[i * N + j] = (float)mm_matrix_get(&AB[which], i, j);
        char hex[SHA256_DIGEST_STRING_LENGTH];
        sha256_of(rows, sizeof rows, hex);
        assert_string_equal(hex, known[which]);
        mm_matrix_free(&AB[which]);
    }
}

static void seeds_as_text(void **state)
{
    (void)state;
    static const char *const good[] = {"0", "7", "42", "18446744073709551616",
                                       "340282366920938463463374607431768211455"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        mm_uint128 seed;
        char text[MM_SEED_TEXT_SIZE];
        assert_int_equal(mm_seed_parse(good[i], &seed, NULL), MM_OK);
        mm_seed_format(seed, text);
        assert_string_equal(text, good[i]);
    }
    static const char *const bad[] = {"", "-1", "1.5", "0x", "0xg", "a", " 1", "1 ",
                                      "340282366920938463463374607431768211456",
                                      "0x100000000000000000000000000000000"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mm_uint128 seed = 5;
        mm_error err;
        assert_int_equal(mm_seed_parse(bad[i], &seed, &err), MM_USAGE);
        assert_true(seed == 5);
        assert_string_equal(err.id, "badSeed");
    }
    mm_uint128 seed;
    assert_int_equal(mm_seed_parse("0xFfffffffffffffffffffffffffffffff", &seed, NULL), MM_OK);
    assert_true(seed == ~(mm_uint128)0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_values),
        cmocka_unit_test(long_streams),
        cmocka_unit_test(lab_inputs),
        cmocka_unit_test(seeds_as_text),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
