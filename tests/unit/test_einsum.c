/* Einstein summation: what is read, which specs go to gemm, and every result against the definition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "blas/blas.h"
#include "kernels/einsum.h"
#include "padded.h"

/* --- A gemm that counts, and computes by the definition. */

static struct {
    int count;
    char trans_a, trans_b;
    const void *a, *b; /* the data it was given */
} gemm_calls;

static double operand(char trans, const mm_matrix *X, int64_t i, int64_t j)
{
    return trans == 'N' ? mm_matrix_get(X, i, j) : mm_matrix_get(X, j, i);
}

static void counting_gemm(char trans_a, char trans_b, double alpha, const mm_matrix *A, const mm_matrix *B,
                          double beta, mm_matrix *C)
{
    gemm_calls.count++;
    gemm_calls.trans_a = trans_a;
    gemm_calls.trans_b = trans_b;
    gemm_calls.a = A->data;
    gemm_calls.b = B->data;
    int64_t k = trans_a == 'N' ? A->cols : A->rows;
    assert_true(alpha == 1 && beta == 0);
    assert_true((trans_a == 'N' || trans_a == 'T') && (trans_b == 'N' || trans_b == 'T'));
    assert_int_equal(trans_a == 'N' ? A->rows : A->cols, C->rows);
    assert_int_equal(trans_b == 'N' ? B->rows : B->cols, k);
    assert_int_equal(trans_b == 'N' ? B->cols : B->rows, C->cols);
    assert_true(A->ld >= A->rows && B->ld >= B->rows && C->ld >= C->rows && C->ld >= 1);
    for (int64_t j = 0; j < C->cols; j++)
        for (int64_t i = 0; i < C->rows; i++) {
            double sum = 0;
            for (int64_t p = 0; p < k; p++)
                sum += operand(trans_a, A, i, p) * operand(trans_b, B, p, j);
            mm_matrix_set(C, i, j, sum);
        }
}

/* --- A spec in parts, with the operands and the extent of every letter. */

typedef struct einsum_case {
    const char *letters[2], *output; /* output NULL: implicit */
    int64_t extent[128];             /* by letter */
    bool is_row[2];                  /* which way a vector lies */
    padded X[2];
} einsum_case;

static bool stands_in(const char *letters, char letter)
{
    return letter && strchr(letters, letter);
}

static void make_operands(einsum_case *c, mm_random *random, mm_dtype dtype)
{
    for (int which = 0; which < 2; which++) {
        const char *letters = c->letters[which];
        int64_t rows = letters[0] ? c->extent[(int)letters[0]] : 1, cols = 1;
        if (letters[0] && letters[1]) {
            cols = c->extent[(int)letters[1]];
        } else if (c->is_row[which]) {
            cols = rows;
            rows = 1;
        }
        c->X[which] = padded_integers(random, dtype, rows, cols, (int64_t)(mm_random_uint64(random) % 3));
    }
}

static void free_operands(einsum_case *c)
{
    padded_free(&c->X[0]);
    padded_free(&c->X[1]);
}

static double element(const einsum_case *c, int which, const int64_t *index)
{
    const char *letters = c->letters[which];
    int64_t first = letters[0] ? index[(int)letters[0]] : 0;
    if (letters[0] && letters[1])
        return mm_matrix_get(&c->X[which].X, first, index[(int)letters[1]]);
    return c->is_row[which] ? mm_matrix_get(&c->X[which].X, 0, first)
                            : mm_matrix_get(&c->X[which].X, first, 0);
}

/* Adds up the products over all values of the letters from `letters` on. */
static double sum_over(const einsum_case *c, const char *letters, int64_t *index)
{
    if (!*letters)
        return element(c, 0, index) * element(c, 1, index);
    double sum = 0;
    for (int64_t i = 0; i < c->extent[(int)*letters]; i++) {
        index[(int)*letters] = i;
        sum += sum_over(c, letters + 1, index);
    }
    return sum;
}

/* The letters that are in an operand and not in the output, each once. */
static void summed_letters(const einsum_case *c, char *out)
{
    int count = 0;
    for (char letter = 'A'; letter <= 'z'; letter++)
        if ((stands_in(c->letters[0], letter) || stands_in(c->letters[1], letter)) &&
            !stands_in(c->output, letter))
            out[count++] = letter;
    out[count] = '\0';
}

static int64_t output_size(const einsum_case *c)
{
    int64_t size = 1;
    for (const char *letter = c->output; *letter; letter++)
        size *= c->extent[(int)*letter];
    return size;
}

/* The output's element at a place in column-major order. */
static double brute_force(const einsum_case *c, int64_t place)
{
    char summed[8];
    int64_t index[128] = {0};
    for (const char *letter = c->output; *letter; letter++) {
        index[(int)*letter] = place % c->extent[(int)*letter];
        place /= c->extent[(int)*letter];
    }
    summed_letters(c, summed);
    return sum_over(c, summed, index);
}

/* In slices of growing size. */
static void execute_in_slices(const mm_einsum_plan *plan, mm_matrix *C)
{
    const int64_t steps = plan->extent[0] * plan->extent[1];
    memset(C->data, 0, (size_t)C->rows * mm_dtype_bytes(C->dtype));
    for (int64_t first = 0, count = 1; first < steps; first += count, count++) {
        if (count > steps - first)
            count = steps - first;
        mm_einsum_slice(plan, first, count, C->data);
    }
}

static void check_result(const einsum_case *c, const char *spec, const mm_einsum_plan *plan,
                         mm_gemm_function *gemm, bool in_slices)
{
    int64_t size = output_size(c);
    padded C = padded_new(c->X[0].X.dtype, size, 1, 0);
    if (in_slices)
        execute_in_slices(plan, &C.X);
    else
        mm_einsum_execute(plan, C.X.data, gemm);
    for (int64_t place = 0; place < size; place++) {
        double got = mm_matrix_get(&C.X, place, 0), expected = brute_force(c, place);
        if (got != expected)
            fail_msg("'%s' (%s): element %lld is %g instead of %g", spec, gemm ? "gemm" : "loop",
                     (long long)place, got, expected);
    }
    padded_assert_guards(&C);
    padded_free(&C);
}

static void check_plan(const einsum_case *c, const char *spec, const mm_einsum_plan *plan)
{
    assert_int_equal(plan->output_letters, strlen(c->output));
    for (int i = 0; i < MM_EINSUM_LETTERS_MAX; i++) {
        if (i < plan->output_letters && plan->letter[i] != c->output[i])
            fail_msg("'%s': letter %d of the output is %c", spec, i, plan->letter[i]);
        assert_int_equal(plan->extent[i], i < plan->letters ? c->extent[(int)plan->letter[i]] : 1);
    }
}

/* Plans and runs one spec in every way; returns whether it went to gemm. */
static bool run_case(einsum_case *c, const char *spec, mm_random *random, mm_dtype dtype)
{
    mm_einsum_plan plan;
    mm_error err = {0};
    make_operands(c, random, dtype);
    if (mm_einsum_plan_make(spec, &c->X[0].X, &c->X[1].X, &plan, &err) != MM_OK)
        fail_msg("'%s' was refused: %s", spec, err.text);
    check_plan(c, spec, &plan);
    gemm_calls.count = 0;
    check_result(c, spec, &plan, NULL, false);
    check_result(c, spec, &plan, NULL, true);
    assert_int_equal(gemm_calls.count, 0);
    check_result(c, spec, &plan, counting_gemm, false);
    assert_int_equal(gemm_calls.count, plan.is_gemm);
    check_result(c, spec, &plan, mm_blas_gemm, false);
    padded_assert_unchanged(&c->X[0]);
    padded_assert_unchanged(&c->X[1]);
    if (gemm_calls.count > 0) { /* the data it was given is still there to compare with */
        bool swapped = gemm_calls.a == c->X[1].X.data;
        assert_ptr_equal(gemm_calls.a, c->X[swapped].X.data);
        assert_ptr_equal(gemm_calls.b, c->X[!swapped].X.data);
        assert_int_equal(swapped, plan.swap);
    }
    free_operands(c);
    return gemm_calls.count > 0;
}

/* A case from a spec without spaces: "ik,kj->ij". The letters' extents are given. */
static einsum_case case_of(const char *spec, char buffer[16])
{
    strcpy(buffer, spec);
    char *comma = strchr(buffer, ','), *arrow = strstr(buffer, "->");
    *comma = *arrow = '\0';
    return (einsum_case){.letters = {buffer, comma + 1}, .output = arrow + 2};
}

static const mm_dtype dtypes[] = {MM_F32, MM_F64};

/* --- Tests of the spec. */

static void test_bad_specs(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *says;
    } bad[] = {
        {"", "no comma"},
        {"ik", "no comma"},
        {"ik->ij", "no comma"},
        {"  ", "no comma"},
        {"ikl,kj->ij", "first operand has more than two letters"},
        {"ik,kjl->ij", "second operand has more than two letters"},
        {"ik,kj,jl->il", "more than two operands"},
        {"i1,kj->ij", "not a letter"},
        {"ik;kj->ij", "not a letter"},
        {"ik,k.->ij", "not a letter"},
        {"...,kj->ij", "not a letter"},
        {"ik,kj-ij", "not a letter"},
        {"ik,kj- >ij", "not a letter"},
        {"ik,kj>ij", "not a letter"},
        {"ik,kj=>ij", "not a letter"},
        {"ik\t,kj->ij", "not a letter"},
        {"\xc3\xa9k,kj->ij", "not a letter"},
        {"ik,kj->i2", "not a letter"},
        {"ik,kj->ij,", "not a letter"},
        {"ik,kj->ij->", "not a letter"},
        {"ik,kj->ii", "a letter twice"},
        {"ik,kj->iji", "a letter twice"},
        {"ik,kj->iz", "that no operand has"},
        {"ik,kj->Ij", "that no operand has"},
        {"ab,cd->abcda", "more than four letters"},
        {"%s%n,%d->%p", "not a letter"},
    };
    mm_random random = mm_random_new(3);
    padded A = padded_integers(&random, MM_F64, 3, 3, 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mm_einsum_plan plan;
        mm_error err = {0};
        assert_int_equal(mm_einsum_plan_make(bad[i].spec, &A.X, &A.X, &plan, &err), MM_USAGE);
        assert_string_equal(err.id, "badSpec");
        if (!strstr(err.text, bad[i].says) || !strstr(err.text, bad[i].spec))
            fail_msg("'%s' gave: %s", bad[i].spec, err.text);
        assert_non_null(strstr(err.text, "'ik,kj->ij'"));
    }
    padded_free(&A);
}

static void test_a_very_long_spec(void **state)
{
    (void)state;
    char spec[5000];
    memset(spec, 'a', sizeof spec - 1);
    spec[sizeof spec - 1] = '\0';
    mm_matrix X = {.dtype = MM_F32, .rows = 1, .cols = 1, .ld = 1, .data = &(float){1}};
    mm_einsum_plan plan;
    mm_error err = {0};
    assert_int_equal(mm_einsum_plan_make(spec, &X, &X, &plan, &err), MM_USAGE);
    assert_string_equal(err.id, "badSpec");
    memset(spec, ' ', sizeof spec - 1);
    memcpy(spec + 1000, "ik,kj->ij", 9); /* spaces are ignored, however many */
    assert_int_equal(mm_einsum_plan_make(spec, &X, &X, &plan, &err), MM_OK);
}

static void test_nonconformable_operands(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int64_t a[2], b[2];
        const char *says;
    } bad[] = {
        {"ik,kj->ij", {2, 3}, {4, 2}, "letter 'k' is 3 in one place and 4 in another"},
        {"ik,kj->ij", {2, 0}, {1, 2}, "letter 'k' is 0 in one place and 1 in another"},
        {"ij,ij->ij", {2, 3}, {3, 3}, "letter 'i' is 2 in one place and 3 in another"},
        {"ii,ij->j", {2, 3}, {2, 2}, "letter 'i' is 2 in one place and 3 in another"},
        {"k,k->", {1, 3}, {4, 1}, "letter 'k' is 3 in one place and 4 in another"},
        {"i,j->ij", {2, 2}, {1, 2}, "operand 'i' is a vector, but the argument is 2 x 2"},
        {"i,j->ij", {0, 0}, {1, 2}, "operand 'i' is a vector, but the argument is 0 x 0"},
        {"ij,j->i", {2, 2}, {2, 3}, "operand 'j' is a vector, but the argument is 2 x 3"},
        {",ij->ij", {1, 2}, {2, 2}, "operand '' is a scalar, but the argument is 1 x 2"},
        {"ij,->ij", {2, 2}, {0, 1}, "operand '' is a scalar, but the argument is 0 x 1"},
    };
    mm_random random = mm_random_new(3);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        padded A = padded_integers(&random, MM_F32, bad[i].a[0], bad[i].a[1], 0);
        padded B = padded_integers(&random, MM_F32, bad[i].b[0], bad[i].b[1], 0);
        mm_einsum_plan plan;
        mm_error err = {0};
        assert_int_equal(mm_einsum_plan_make(bad[i].spec, &A.X, &B.X, &plan, &err), MM_USAGE);
        assert_string_equal(err.id, "nonConformable");
        if (!strstr(err.text, bad[i].says) || !strstr(err.text, bad[i].spec))
            fail_msg("'%s' gave: %s", bad[i].spec, err.text);
        padded_free(&A);
        padded_free(&B);
    }
}

/* Four free letters of vast extents: more elements than memory can ever hold. (Nothing is read: data may be
 * NULL.) */
static void test_output_too_large(void **state)
{
    (void)state;
    mm_matrix X = {.dtype = MM_F64, .rows = MM_DIM_MAX, .cols = MM_DIM_MAX, .ld = MM_DIM_MAX};
    mm_einsum_plan plan;
    mm_error err = {0};
    assert_int_equal(mm_einsum_plan_make("ij,kl->ijkl", &X, &X, &plan, &err), MM_USAGE);
    assert_string_equal(err.id, "badSize");
}

/* --- Tests of what becomes of good specs. */

/* The eight orders of a product, and how gemm is called for each. */
static void test_the_eight_orders_of_a_product(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        bool swap;
        char trans_a, trans_b; /* as gemm gets them */
    } orders[] = {
        {"ik,kj->ij", false, 'N', 'N'}, {"ki,kj->ij", false, 'T', 'N'}, {"ik,jk->ij", false, 'N', 'T'},
        {"ki,jk->ij", false, 'T', 'T'}, {"ik,kj->ji", true, 'T', 'T'},  {"ki,kj->ji", true, 'T', 'N'},
        {"ik,jk->ji", true, 'N', 'T'},  {"ki,jk->ji", true, 'N', 'N'},
    };
    mm_random random = mm_random_new(11);
    for (size_t i = 0; i < 2 * sizeof orders / sizeof *orders; i++) {
        char buffer[16];
        einsum_case c = case_of(orders[i / 2].spec, buffer);
        c.extent['i'] = 5;
        c.extent['j'] = 4;
        c.extent['k'] = 3;
        assert_true(run_case(&c, orders[i / 2].spec, &random, dtypes[i % 2]));
        assert_int_equal(gemm_calls.trans_a, orders[i / 2].trans_a);
        assert_int_equal(gemm_calls.trans_b, orders[i / 2].trans_b);
    }
}

/* Vectors either way round, zero extents, and what gemm cannot do. */
static const struct named_case {
    const char *spec;
    bool is_gemm;
} named_cases[] = {
    {"ij,j->i", true},     {"ji,j->i", true},      {"j,ij->i", true},      {"j,ji->i", true},
    {"k,k->", true},       {"i,j->ij", true},      {"i,j->ji", true},      {"ab,bc->ac", true},
    {"Xq,qX->", false},    {"ij,ij->ij", false},   {"i,i->i", false},      {"ii,ij->j", false},
    {"ii,jj->ij", false},  {"ij,kl->ijkl", false}, {"ij,kl->ljki", false}, {"ij,k->ijk", false},
    {"ij,jk->", false},    {"ij,jk->i", false},    {"ij,jk->k", false},    {"ij,jk->ijk", false},
    {"ij,jk->kji", false}, {"bi,bj->bij", false},  {"b,bi->bi", false},    {",->", false},
    {",ij->ji", false},    {"ij,->ij", false},     {"i,->i", false},       {"i,->", false},
    {"ii,->", false},      {"ij,i->j", true},      {"ij,ji->ij", false},   {"ii,ii->i", false},
    {"i,j->", false},      {"i,j->j", false},
};

static void test_named_cases(void **state)
{
    (void)state;
    static const int64_t extents[][3] = {{4, 3, 2}, {1, 5, 1}, {3, 1, 4}, {0, 3, 2},
                                         {2, 0, 3}, {1, 1, 1}, {6, 6, 6}};
    enum { EXTENTS = sizeof extents / sizeof *extents, CASES = sizeof named_cases / sizeof *named_cases };
    mm_random random = mm_random_new(5);
    for (int i = 0; i < CASES * EXTENTS * 8; i++) {
        const struct named_case *named = &named_cases[i / (8 * EXTENTS)];
        char buffer[16];
        einsum_case c = case_of(named->spec, buffer);
        c.is_row[0] = i & 1;
        c.is_row[1] = i & 2;
        for (int letter = 'A'; letter <= 'z'; letter++)
            c.extent[letter] = extents[i / 8 % EXTENTS][letter % 3];
        bool went = run_case(&c, named->spec, &random, dtypes[i / 4 % 2]);
        if (went != named->is_gemm)
            fail_msg("'%s' %s to gemm", named->spec, went ? "went" : "did not go");
    }
}

static void test_implicit_output_and_spaces(void **state)
{
    (void)state;
    static const struct {
        const char *written, *means;
    } specs[] = {
        {"ik,kj", "ik,kj->ij"},   {"kj,ik", "kj,ik->ij"},
        {"ba,c", "ba,c->abc"},    {"k,k", "k,k->"},
        {"ij,ij", "ij,ij->"},     {"ii,j", "ii,j->j"},
        {"aB,Ba", "aB,Ba->"},     {"bA,c", "bA,c->Abc"},
        {"zy,xw", "zy,xw->wxyz"}, {" i k , k j -> i j ", "ik,kj->ij"},
        {"ik, kj", "ik,kj->ij"},  {",", ",->"},
    };
    mm_random random = mm_random_new(9);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        char buffer[16];
        einsum_case c = case_of(specs[i].means, buffer);
        for (int letter = 'A'; letter <= 'z'; letter++)
            c.extent[letter] = 2 + letter % 3;
        run_case(&c, specs[i].written, &random, dtypes[i % 2]);
    }
}

/* Is it a product, by the letters alone: nothing repeated in an operand, nothing shared in the output, at
 * most one shared letter, at most one other an operand, and all others in the output. */
static bool looks_like_gemm(const einsum_case *c)
{
    int shared = 0;
    for (int which = 0; which < 2; which++) {
        const char *own = c->letters[which], *others = c->letters[!which];
        int free_letters = 0;
        if (!own[0] || own[0] == own[1])
            return false;
        for (const char *letter = own; *letter; letter++) {
            bool is_shared = stands_in(others, *letter);
            if (is_shared == stands_in(c->output, *letter))
                return false;
            shared += is_shared;
            free_letters += !is_shared;
        }
        if (free_letters > 1)
            return false;
    }
    return shared <= 2; /* counted once from each side */
}

static void random_letters(mm_random *random, char letters[3])
{
    static const char alphabet[] = "abcQ";
    int count = (int)(mm_random_uint64(random) % 8);
    count = count < 5 ? 2 : count < 7 ? 1 : 0;
    for (int i = 0; i < count; i++)
        letters[i] = alphabet[mm_random_uint64(random) % 4];
    letters[count] = '\0';
}

/* Some of the letters that stand in an operand, in any order. */
static void random_output(mm_random *random, const einsum_case *c, char output[5])
{
    int count = 0;
    for (const char *letter = "abcQ"; *letter; letter++)
        if ((stands_in(c->letters[0], *letter) || stands_in(c->letters[1], *letter)) &&
            mm_random_uint64(random) % 3) {
            int at = (int)(mm_random_uint64(random) % (uint64_t)(count + 1));
            output[count] = output[at];
            output[at] = *letter;
            count++;
        }
    output[count] = '\0';
}

/* Every letter that occurs once, by code. */
static void implicit_output(const einsum_case *c, char output[5])
{
    int count = 0;
    for (char letter = 'A'; letter <= 'z'; letter++) {
        int occurs = 0;
        for (int which = 0; which < 2; which++)
            for (const char *own = c->letters[which]; *own; own++)
                occurs += *own == letter;
        if (occurs == 1)
            output[count++] = letter;
    }
    output[count] = '\0';
}

static void test_random_specs(void **state)
{
    (void)state;
    mm_random random = mm_random_new(20);
    int gemms = 0, implicit = 0;
    for (int round = 0; round < 4000; round++) {
        char first[3], second[3], output[5], spec[32];
        einsum_case c = {.letters = {first, second}, .output = output};
        random_letters(&random, first);
        random_letters(&random, second);
        for (const char *letter = "abcQ"; *letter; letter++)
            c.extent[(int)*letter] = (int64_t)(mm_random_uint64(&random) % 5);
        c.is_row[0] = mm_random_uint64(&random) & 1;
        c.is_row[1] = mm_random_uint64(&random) & 1;
        bool is_implicit = mm_random_uint64(&random) % 4 == 0;
        implicit += is_implicit;
        if (is_implicit)
            implicit_output(&c, output);
        else
            random_output(&random, &c, output);
        snprintf(spec, sizeof spec, is_implicit ? "%s,%s" : "%s,%s->%s", first, second, output);
        bool went = run_case(&c, spec, &random, dtypes[round % 2]);
        gemms += went;
        if (went != looks_like_gemm(&c))
            fail_msg("'%s' %s to gemm", spec, went ? "went" : "did not go");
    }
    assert_true(gemms > 200 && implicit > 500); /* the generator makes them */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_specs),
        cmocka_unit_test(test_a_very_long_spec),
        cmocka_unit_test(test_nonconformable_operands),
        cmocka_unit_test(test_output_too_large),
        cmocka_unit_test(test_the_eight_orders_of_a_product),
        cmocka_unit_test(test_named_cases),
        cmocka_unit_test(test_implicit_output_and_spaces),
        cmocka_unit_test(test_random_specs),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("einsum", tests, NULL, NULL);
}
