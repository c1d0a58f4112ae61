/* mm_gemm on every instruction set of this CPU: in whole numbers, where every order of summation gives the
 * same bits, and in random ones by the componentwise bound. With MM_TEST_LONG set (`make test-long`) the
 * edges are tried exhaustively. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "core/random.h"
#include "fenced.h"
#include "kernels/gemm.h"
#include "kernels/gemm_typed.h"

static const mm_dtype dtypes[] = {MM_F32, MM_F64};
static const mm_isa isas[] = {MM_ISA_SCALAR, MM_ISA_AVX2, MM_ISA_AVX512};
enum { ISA_COUNT = sizeof isas / sizeof *isas };

/* Blocks so small that a few dozen rows and columns have several of each; nothing counts as small. */
static const mm_gemm_params tiny_blocks = {.mr_vectors = 1, .nr = 3, .mc = 16, .kc = 5, .nc = 7, .small = 0};

typedef struct setting {
    mm_isa isa;
    const mm_gemm_params *params; /* NULL: those of mm_gemm */
    bool trans_a, trans_b;
    double alpha, beta;
    int threads;
} setting;

static mm_status run(const setting *how, const mm_matrix *A, const mm_matrix *B, mm_matrix *C)
{
    const mm_gemm_problem problem = {
        .trans_a = how->trans_a,
        .trans_b = how->trans_b,
        .alpha = how->alpha,
        .beta = how->beta,
        .A = A,
        .B = B,
        .C = C,
        .threads = how->threads ? how->threads : 1,
        .isa = how->isa,
        .params = how->params ? how->params : mm_gemm_params_of(how->isa, C->dtype),
    };
    return mm_gemm_run(&problem, NULL);
}

/* Whole numbers in -most .. most. */
static mm_matrix integers(mm_dtype dtype, int64_t rows, int64_t cols, uint64_t most, uint64_t seed)
{
    mm_matrix X;
    mm_random random = mm_random_new(seed);
    assert_int_equal(mm_matrix_new(dtype, rows, cols, &X, NULL), MM_OK);
    for (int64_t j = 0; j < cols; j++)
        for (int64_t i = 0; i < rows; i++)
            mm_matrix_set(&X, i, j, (double)(mm_random_uint64(&random) % (2 * most + 1)) - (double)most);
    return X;
}

/* R = A B over the first k columns of A, in double. */
static double *reference(const mm_matrix *A, const mm_matrix *B, int64_t k)
{
    double *R = malloc((size_t)(A->rows * B->cols + 1) * sizeof *R);
    assert_non_null(R);
    for (int64_t j = 0; j < B->cols; j++)
        for (int64_t i = 0; i < A->rows; i++) {
            double sum = 0;
            for (int64_t p = 0; p < k; p++)
                sum += mm_matrix_get(A, i, p) * mm_matrix_get(B, p, j);
            R[i + j * A->rows] = sum;
        }
    return R;
}

static bool is_same(double got, double expected)
{
    return got == expected || (isnan(got) && isnan(expected));
}

static void assert_product(const setting *how, const fenced *C, const double *old, const double *R,
                           int64_t ld_R, int64_t k)
{
    for (int64_t j = 0; j < C->X.cols; j++)
        for (int64_t i = 0; i < C->X.rows; i++) {
            const double got = mm_matrix_get(&C->X, i, j), product = how->alpha * R[i + j * ld_R],
                         expected = how->beta == 0 ? product : product + how->beta * old[i + j * ld_R];
            if (!is_same(got, expected))
                fail_msg("%s %s%s, %s, %lldx%lldx%lld: C(%lld,%lld) is %g instead of %g",
                         mm_isa_name(how->isa), how->trans_a ? "A'" : "A", how->trans_b ? "B'" : "B",
                         mm_dtype_name(C->X.dtype), (long long)C->X.rows, (long long)C->X.cols, (long long)k,
                         (long long)i, (long long)j, got, expected);
        }
    fenced_assert_gaps(C);
}

/* One product of a and b, op() of which has the product R with leading dimension ld_R. */
static void check_product(const setting *how, const fenced *a, const fenced *b, int64_t m, int64_t n,
                          int64_t k, const double *R, int64_t ld_R, int64_t extra)
{
    fenced c = fenced_new(a->X.dtype, m, n, extra); /* NaN, which beta = 0 must ignore */
    double *old = how->beta != 0 ? calloc((size_t)(ld_R * n + 1), sizeof *old) : NULL;
    assert_true(old || how->beta == 0);
    for (int64_t j = 0; old && j < n; j++)
        for (int64_t i = 0; i < m; i++)
            mm_matrix_set(&c.X, i, j, old[i + j * ld_R] = (double)((i * 7 + j) % 9 - 4));
    assert_int_equal(run(how, &a->X, &b->X, &c.X), MM_OK);
    assert_product(how, &c, old, R, ld_R, k);
    free(old);
    fenced_free(&c);
}

/* The same of the upper left parts of A and B, whose first k columns and rows have the product R. */
static void check(const setting *how, const mm_matrix *A, const mm_matrix *B, int64_t m, int64_t n, int64_t k,
                  const double *R, int64_t extra)
{
    fenced a = fenced_part(A, how->trans_a, m, k, extra), b = fenced_part(B, how->trans_b, k, n, extra);
    check_product(how, &a, &b, m, n, k, R, A->rows, extra);
    fenced_free(&a);
    fenced_free(&b);
}

/* All transposes; every instruction set with the table's blocks and with tiny ones; and the forms of beta. */
static void check_all_ways(const mm_matrix *A, const mm_matrix *B, int64_t m, int64_t n, int64_t k,
                           const double *R)
{
    const int64_t extra = (m + k) % 3 * 5;
    for (int trans = 0; trans < 4; trans++) {
        fenced a = fenced_part(A, trans / 2, m, k, extra), b = fenced_part(B, trans % 2, k, n, extra);
        for (int way = 0; way < ISA_COUNT * 2; way++) {
            const setting how = {.isa = isas[way / 2],
                                 .params = way % 2 ? &tiny_blocks : NULL,
                                 .trans_a = trans / 2,
                                 .trans_b = trans % 2,
                                 .alpha = (m + n + k) % 2 ? 1 : -2,
                                 .beta = (double)((m + n) % 3 - 1)};
            if (mm_isa_usable(how.isa))
                check_product(&how, &a, &b, m, n, k, R, A->rows, extra);
        }
        fenced_free(&a);
        fenced_free(&b);
    }
}

/* --- Whole numbers. */

static const int64_t *edge_sizes(int64_t mr, int *count)
{
    static int64_t all[80];
    static const int64_t some[] = {0, 1, 2, 3, 7, 8, 9, 12, 13, 16, 17, 31, 32, 33, 48, 49, 65};
    if (!getenv("MM_TEST_LONG")) {
        *count = sizeof some / sizeof *some;
        return some;
    }
    *count = (int)(2 * mr + 2);
    for (int i = 0; i < *count; i++)
        all[i] = i;
    return all;
}

/* m, n and k in 0 .. 2 MR + 1, MR the tallest tile's but one: 32 fp32 or 16 fp64 for AVX-512. */
static void test_edges(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++) {
        const int64_t mr = 128 / (int64_t)mm_dtype_bytes(dtypes[t]), most = 2 * mr + 1;
        int count;
        const int64_t *sizes = edge_sizes(mr, &count);
        mm_matrix A = integers(dtypes[t], most, most, 8, 1), B = integers(dtypes[t], most, most, 8, 2);
        for (int p = 0; p < count && sizes[p] <= most; p++) {
            double *R = reference(&A, &B, sizes[p]);
            for (int i = 0; i < count && sizes[i] <= most; i++)
                for (int j = 0; j < count && sizes[j] <= most; j++)
                    check_all_ways(&A, &B, sizes[i], sizes[j], sizes[p], R);
            free(R);
        }
        mm_matrix_free(&A);
        mm_matrix_free(&B);
    }
}

static void check_shape(mm_dtype dtype, int64_t m, int64_t n, int64_t k, uint64_t most)
{
    mm_matrix A = integers(dtype, m, k, most, 3), B = integers(dtype, k, n, most, 4);
    double *R = reference(&A, &B, k);
    check_all_ways(&A, &B, m, n, k, R);
    free(R);
    mm_matrix_free(&A);
    mm_matrix_free(&B);
}

/* Around the sizes of the table's blocks, so that every loop goes round more than once. */
static void test_block_edges(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{257, 193, 385},
                                        {513, 70, 257},
                                        {97, 13, 1500},
                                        /* half a register of AVX-512 left over, of fp32 and of fp64 */
                                        {72, 50, 40},
                                        {12, 30, 300}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (int t = 0; t < 2; t++)
            check_shape(dtypes[t], shapes[s][0], shapes[s][1], shapes[s][2], 8);
}

/* Columns of B whole pages apart, which share the sets of the L1 cache: m + k is a multiple of 3, so that
 * check_all_ways adds nothing to the leading dimensions. */
static void test_columns_of_one_set(void **state)
{
    (void)state;
    static const int64_t rows[] = {2, 8, 17, 32, 47, 65}, columns[] = {13, 16, 52, 61};
    for (int t = 0; t < 2; t++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            for (size_t j = 0; j < sizeof columns / sizeof *columns; j++)
                check_shape(dtypes[t], rows[i], columns[j], 1024, 8);
}

/* A larger than what stays in the L2 cache, of which each panel is fetched while the one before is read. */
static void test_A_from_afar(void **state)
{
    (void)state;
    static const int64_t columns[] = {2, 5, 12, 21, 50};
    for (int t = 0; t < 2; t++)
        for (size_t j = 0; j < sizeof columns / sizeof *columns; j++)
            check_shape(dtypes[t], 331, columns[j], 530, 8);
}

/* One column or row of C, from a matrix that is larger than a tile would have it: by pieces of the vectors,
 * with columns left over, within and beyond the L2 cache. */
static void test_lines(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{4100, 1, 17}, {1, 4100, 17}, {2051, 1, 150}, {1, 150, 2051},
                                        {19, 1, 5003}, {1, 19, 5003}, {1, 1, 70001}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (int t = 0; t < 2; t++)
            check_shape(dtypes[t], shapes[s][0], shapes[s][1], shapes[s][2], 4);
}

/* Sums of a million products: entries in -1 .. 1 keep them exact in fp32, below 2^24. */
static void test_long_sums(void **state)
{
    (void)state;
    const int64_t k = getenv("MM_TEST_LONG") ? 1000000 : 30000;
    for (int t = 0; t < 2; t++) {
        check_shape(dtypes[t], 5, 3, k, 1);
        check_shape(dtypes[t], 33, 13, k / 10, 1);
    }
}

static void test_huge_strides(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
        for (int way = 0; way < ISA_COUNT * 4; way++) {
            const setting how = {isas[way / 4], way % 2 ? &tiny_blocks : NULL, way / 2 % 2, way % 2, 1, 1, 1};
            mm_matrix A = integers(dtypes[t], 35, 18, 8, 5), B = integers(dtypes[t], 18, 19, 8, 6);
            double *R = reference(&A, &B, 18);
            if (mm_isa_usable(how.isa))
                check(&how, &A, &B, 35, 19, 18, R, 100003);
            free(R);
            mm_matrix_free(&A);
            mm_matrix_free(&B);
        }
}

/* --- NaN, infinities, alpha = 0. */

static void test_nan_and_infinity_travel(void **state)
{
    (void)state;
    static const double special[] = {NAN, INFINITY, -INFINITY, 0};
    static const int64_t shapes[][3] = {{1, 1, 1}, {4, 5, 3}, {17, 9, 12}, {70, 34, 7}};
    mm_random random = mm_random_new(7);
    for (int round = 0; round < 40; round++) {
        const int64_t *s = shapes[round / 2 % 4];
        mm_matrix A = integers(dtypes[round % 2], s[0], s[2], 8, (uint64_t)round),
                  B = integers(A.dtype, s[2], s[1], 8, 9);
        for (int64_t at = 0; at < s[0] * s[2]; at += 1 + (int64_t)(mm_random_uint64(&random) % 20))
            mm_matrix_set(&A, at % s[0], at / s[0], special[mm_random_uint64(&random) % 4]);
        for (int64_t at = 0; at < s[2] * s[1]; at += 1 + (int64_t)(mm_random_uint64(&random) % 20))
            mm_matrix_set(&B, at % s[2], at / s[2], special[mm_random_uint64(&random) % 4]);
        double *R = reference(&A, &B, s[2]);
        check_all_ways(&A, &B, s[0], s[1], s[2], R);
        free(R);
        mm_matrix_free(&A);
        mm_matrix_free(&B);
    }
}

/* alpha = 0 reads neither A nor B: they have no data here. A NaN in C stays one unless beta is 0. */
static void test_alpha_of_zero(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++)
        for (int beta = 0; beta < 3; beta++) {
            const mm_matrix A = {.dtype = dtypes[t], .rows = 3, .cols = 4, .ld = 3},
                            B = {.dtype = dtypes[t], .rows = 4, .cols = 2, .ld = 4};
            mm_matrix C = integers(dtypes[t], 3, 2, 8, 1), before = integers(dtypes[t], 3, 2, 8, 1);
            mm_matrix_set(&C, 2, 1, NAN);
            assert_int_equal(mm_gemm('N', 'N', 0, &A, &B, beta, &C, 1, NULL), MM_OK);
            for (int i = 0; i < 5; i++)
                assert_true(mm_matrix_get(&C, i % 3, i / 3) == beta * mm_matrix_get(&before, i % 3, i / 3));
            assert_true(beta == 0 ? mm_matrix_get(&C, 2, 1) == 0 : isnan(mm_matrix_get(&C, 2, 1)));
            mm_matrix_free(&C);
            mm_matrix_free(&before);
        }
}

/* --- Random numbers: |C - R| <= (k + 2) eps (|A| |B|), the bound of any order of summation. */

static void check_bound(mm_dtype dtype, int64_t m, int64_t n, int64_t k, int threads)
{
    mm_matrix A, B, C;
    assert_int_equal(mm_random_inputs(42, dtype, m, n, k, &A, &B, NULL), MM_OK);
    assert_int_equal(mm_matrix_new(dtype, m, n, &C, NULL), MM_OK);
    for (int which = 0; which < ISA_COUNT; which++) {
        const setting how = {.isa = isas[which], .alpha = 1, .threads = threads};
        if (!mm_isa_usable(how.isa))
            continue;
        assert_int_equal(run(&how, &A, &B, &C), MM_OK);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++) {
                long double sum = 0, size = 0;
                for (int64_t p = 0; p < k; p++) {
                    const long double product =
                        (long double)mm_matrix_get(&A, i, p) * mm_matrix_get(&B, p, j);
                    sum += product;
                    size += fabsl(product);
                }
                assert_true(fabsl(mm_matrix_get(&C, i, j) - sum) <=
                            (long double)(k + 2) * mm_dtype_epsilon(dtype) * size);
            }
    }
    mm_matrix_free(&A);
    mm_matrix_free(&B);
    mm_matrix_free(&C);
}

static void test_error_bound(void **state)
{
    (void)state;
    for (int t = 0; t < 2; t++) {
        check_bound(dtypes[t], 64, 64, 64, 1);
        check_bound(dtypes[t], 100, 50, 300, 1);
        check_bound(dtypes[t], 211, 203, 199, 1);
        check_bound(dtypes[t], 2, 3, 20000, 1);
    }
}

/* --- Memory that cannot be had: a status, and C as it was. In a child, whose address space is limited. */

static int without_memory(void)
{
    enum { N = 700 };
    mm_matrix A = integers(MM_F32, N, N, 1, 1), C = integers(MM_F32, N, N, 1, 2),
              before = integers(MM_F32, N, N, 1, 2);
    const struct rlimit none = {1, 1};
    mm_error err = {0};
    if (setrlimit(RLIMIT_AS, &none) != 0)
        return 2;
    if (mm_gemm('N', 'N', 1, &A, &A, 0, &C, 1, &err) != MM_IO || strcmp(err.id, "noMemory") != 0)
        return 1;
    return memcmp(C.data, before.data, N * N * sizeof(float)) != 0;
}

static void test_out_of_memory(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* the sanitizer needs address space of its own */
#endif
    int status = -1;
    const pid_t child = fork();
    if (child == 0)
        _exit(without_memory());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* --- Threads. */

static int threads_of_this_process(void)
{
    int threads = 0;
    char line[128];
    FILE *status = fopen("/proc/self/status", "r");
    assert_non_null(status);
    while (fgets(line, sizeof line, status))
        sscanf(line, "Threads: %d", &threads);
    fclose(status);
    return threads;
}

/* A square, a wide and a high product, whose shares are uneven. */
static void check_threads(int threads)
{
    static const int64_t shapes[][3] = {{131, 118, 160}, {40, 400, 70}, {400, 30, 65}, {90, 170, 600}};
    for (int s = 0; s < 2 * 4; s++) {
        const int64_t *shape = shapes[s / 2], m = shape[0], n = shape[1], k = shape[2];
        mm_matrix A = integers(dtypes[s % 2], m, k, 8, 3), B = integers(A.dtype, k, n, 8, 4);
        double *R = reference(&A, &B, k);
        for (int way = 0; way < 2 * ISA_COUNT; way++) {
            const setting how = {isas[way / 2], way % 2 ? &tiny_blocks : NULL, 0, 0, 1, 0, threads};
            if (mm_isa_usable(how.isa))
                check(&how, &A, &B, m, n, k, R, 3);
        }
        free(R);
        mm_matrix_free(&A);
        mm_matrix_free(&B);
    }
}

static void test_threads(void **state)
{
    (void)state;
    mm_gemm_stop_threads();
    const int others = threads_of_this_process(); /* the main one, and a sanitizer's own */
    check_threads(2);
    check_threads(3);
    assert_true(threads_of_this_process() <= others + 2);
    mm_gemm_stop_threads();
    assert_int_equal(threads_of_this_process(), others);
    mm_gemm_limit_threads(1);
    check_threads(4);
    assert_int_equal(threads_of_this_process(), others);
    mm_gemm_limit_threads(0);
}

static void *call_from_a_thread(void *unused)
{
    check_threads(2);
    return unused;
}

/* Two callers at once: one has the team, the other works alone; both are right. */
static void test_two_callers(void **state)
{
    (void)state;
    pthread_t other;
    assert_int_equal(pthread_create(&other, NULL, call_from_a_thread, NULL), 0);
    check_threads(2);
    assert_int_equal(pthread_join(other, NULL), 0);
}

/* The team stays with the parent; the child makes its own. */
static void test_fork(void **state)
{
    (void)state;
    int status = -1;
    check_threads(2);
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        check_threads(2);
        _exit(threads_of_this_process() <= 2 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    check_threads(2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_out_of_memory), /* first: this thread has no workspace yet */
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_block_edges),
        cmocka_unit_test(test_columns_of_one_set),
        cmocka_unit_test(test_A_from_afar),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_long_sums),
        cmocka_unit_test(test_huge_strides),
        cmocka_unit_test(test_nan_and_infinity_travel),
        cmocka_unit_test(test_alpha_of_zero),
        cmocka_unit_test(test_error_bound),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_two_callers),
        cmocka_unit_test(test_fork),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("gemm", tests, NULL, NULL);
}
