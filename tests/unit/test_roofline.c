/* The roof: loops that compute what arithmetic says, and figures that hang together. No absolute rates. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "measure/roofline_internal.h"

static const mm_dtype dtypes[] = {MM_F32, MM_F64};

static void each_usable(void (*check)(mm_isa isa, mm_dtype dtype))
{
    for (int isa = 0; isa < MM_ISA_COUNT; isa++)
        for (size_t t = 0; t < 2 && mm_isa_usable((mm_isa)isa); t++)
            check((mm_isa)isa, dtypes[t]);
}

/* Accumulator i starts at i + 1, and each iteration takes x to -1 - x: peak.h. The sum shows that every lane
 * of every accumulator was there and was stepped an odd or even number of times. */
static void check_sum(mm_isa isa, mm_dtype dtype)
{
    const mm_peak_loop *loop = mm_peak_loop_of(isa, dtype);
    double even = 0, odd = 0;
    for (int i = 0; i < loop->accumulators; i++) {
        even += loop->lanes * (i + 1.0);
        odd += loop->lanes * (-1 - (i + 1.0));
    }
    static const int64_t iterations[] = {0, 1, 2, 3, 10, 1001, 100000};
    for (size_t i = 0; i < sizeof iterations / sizeof *iterations; i++)
        assert_true(loop->run(iterations[i]) == (iterations[i] % 2 ? odd : even));
}

static void test_sum_is_exact(void **state)
{
    (void)state;
    each_usable(check_sum);
}

static void check_lanes(mm_isa isa, mm_dtype dtype)
{
    static const size_t register_bytes[MM_ISA_COUNT] = {
        [MM_ISA_SSE2] = 16, [MM_ISA_AVX2] = 32, [MM_ISA_AVX512] = 64};
    size_t lanes = isa == MM_ISA_SCALAR ? 1 : register_bytes[isa] / mm_dtype_bytes(dtype);
    assert_int_equal(mm_peak_loop_of(isa, dtype)->lanes, lanes);
}

static void test_lanes_are_the_register_width(void **state)
{
    (void)state;
    each_usable(check_lanes);
}

static void check_peak(mm_isa isa, mm_dtype dtype)
{
    mm_peak peak;
    mm_peak_measure(isa, dtype, 0.02, &peak);
    assert_int_equal(peak.isa, isa);
    assert_int_equal(peak.dtype, dtype);
    assert_true(isfinite(peak.gflops) && peak.median_gflops > 0);
    assert_true(peak.gflops >= peak.median_gflops);
}

static void test_peak_of_every_isa(void **state)
{
    (void)state;
    each_usable(check_peak);
}

/* At least four times as many operations an instruction: if the wider one is not faster, one loop is not what
 * it says.
 */
static void test_wider_is_faster(void **state)
{
    (void)state;
    if (mm_isa_best() == MM_ISA_SCALAR)
        skip();
    mm_peak scalar, wide;
    mm_peak_measure(MM_ISA_SCALAR, MM_F32, 0.1, &scalar);
    mm_peak_measure(mm_isa_best(), MM_F32, 0.1, &wide);
    assert_true(wide.gflops > scalar.gflops);
}

static void test_triad_computes_b_plus_s_c(void **state)
{
    (void)state;
    enum { COUNT = 24, GUARD = 8, TOTAL = 3 * (COUNT + GUARD) };
    double *a = aligned_alloc(MM_TRIAD_VECTOR_BYTES, TOTAL * sizeof *a);
    assert_non_null(a);
    double *b = a + COUNT + GUARD, *c = b + COUNT + GUARD;
    for (int isa = 0; isa < MM_ISA_COUNT; isa++) {
        if (!mm_isa_usable((mm_isa)isa))
            continue;
        for (int i = 0; i < TOTAL; i++)
            a[i] = i;
        mm_triad_run((mm_isa)isa, a, b, -0.5, c, COUNT);
        for (int i = 0; i < TOTAL; i++)
            assert_true(a[i] == (i < COUNT ? b[i] - 0.5 * c[i] : i));
    }
    free(a);
}

static void test_working_set(void **state)
{
    (void)state;
    const int64_t mib = INT64_C(1) << 20;
    static const struct {
        int64_t cache_mib, available_mib, expected_mib;
    } cases[] = {
        {0, -1, 256},        /* nothing known */
        {32, 16000, 256},    /* small cache: the least that leaves a larger, hidden one */
        {100, 16000, 400},   /* four times the cache */
        {300, 16000, 1024},  /* a host's cache: no more than 1 GiB */
        {300, 2000, 500},    /* a quarter of the memory */
        {32, 0, 0},          /* none left */
        {1 << 30, -1, 1024}, /* nonsense does not overflow */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t available = cases[i].available_mib < 0 ? -1 : cases[i].available_mib * mib;
        assert_int_equal(mm_triad_working_set_bytes(cases[i].cache_mib * mib, available),
                         cases[i].expected_mib * mib);
    }
}

static void test_roofline(void **state)
{
    (void)state;
    mm_roofline roofline;
    mm_error err;
    mm_status status = mm_roofline_measure(MM_F64, 0.1, &roofline, &err);
    if (status == MM_UNAVAILABLE)
        skip(); /* too little memory */
    assert_int_equal(status, MM_OK);
    assert_int_equal(roofline.peak.isa, mm_isa_best());
    assert_int_equal(roofline.peak.dtype, MM_F64);
    assert_true(isfinite(roofline.triad.gbytes_per_s) && roofline.triad.median_gbytes_per_s > 0);
    assert_true(roofline.triad.gbytes_per_s >= roofline.triad.median_gbytes_per_s);
    assert_true(roofline.triad.working_set_bytes > INT64_C(30) << 20);
    assert_true(roofline.triad.working_set_bytes <= INT64_C(1) << 30);
    assert_true(roofline.ridge_flop_per_byte == roofline.peak.gflops / roofline.triad.gbytes_per_s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sum_is_exact),
        cmocka_unit_test(test_lanes_are_the_register_width),
        cmocka_unit_test(test_peak_of_every_isa),
        cmocka_unit_test(test_wider_is_faster),
        cmocka_unit_test(test_triad_computes_b_plus_s_c),
        cmocka_unit_test(test_working_set),
        cmocka_unit_test(test_roofline),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("roofline", tests, NULL, NULL);
}
