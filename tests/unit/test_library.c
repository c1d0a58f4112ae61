/* A BLAS opened at run time: which symbols, how wide its integers are, and the products that it gives. The
 * libraries are those of tests/fault, and the one that this program is linked with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "blas/find.h"
#include "blas/kernel_isa.h"
#include "blas/library.h"
#include "padded.h"
#include "scratch.h"

static const char *fault(const char *name)
{
    static char path[512];
    const char *build = getenv("BUILD");
    snprintf(path, sizeof path, "%s/tests/fault/lib%s.so", build ? build : "build", name);
    return path;
}

/* Every transposition of a 3 x 4 product, with alpha, beta and leading dimensions, by the definition. */
static void check_gemm(const mm_library *library, mm_dtype dtype)
{
    mm_random random = mm_random_new(7);
    for (int t = 0; t < 4; t++) {
        char ta = t & 1 ? 'T' : 'N', tb = t & 2 ? 'T' : 'N';
        padded A = padded_integers(&random, dtype, ta == 'N' ? 3 : 5, ta == 'N' ? 5 : 3, 2);
        padded B = padded_integers(&random, dtype, tb == 'N' ? 5 : 4, tb == 'N' ? 4 : 5, 1);
        padded C = padded_integers(&random, dtype, 3, 4, 3);
        double before[3][4];
        for (int i = 0; i < 12; i++)
            before[i % 3][i / 3] = mm_matrix_get(&C.X, i % 3, i / 3);
        mm_library_gemm(library, ta, tb, 2, &A.X, &B.X, -3, &C.X);
        for (int i = 0; i < 12; i++) {
            double sum = 0;
            for (int p = 0; p < 5; p++)
                sum += (ta == 'N' ? mm_matrix_get(&A.X, i % 3, p) : mm_matrix_get(&A.X, p, i % 3)) *
                       (tb == 'N' ? mm_matrix_get(&B.X, p, i / 3) : mm_matrix_get(&B.X, i / 3, p));
            assert_true(mm_matrix_get(&C.X, i % 3, i / 3) == 2 * sum - 3 * before[i % 3][i / 3]);
        }
        padded_assert_guards(&C);
        padded_free(&A);
        padded_free(&B);
        padded_free(&C);
    }
}

static void test_integers_are_probed(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int bits;
        bool has_f64;
    } known[] = {{"sane", 32, true}, {"ilp64", 64, true}, {"suffixed", 64, true}, {"onlyf32", 32, false}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mm_library library;
        mm_error err = {0};
        if (mm_library_open(fault(known[i].name), &library, &err) != MM_OK)
            fail_msg("%s", err.text);
        assert_int_equal(library.integer_bits, known[i].bits);
        check_gemm(&library, MM_F32);
        assert_int_equal(library.gemm[MM_F64] != NULL, known[i].has_f64);
        if (known[i].has_f64)
            check_gemm(&library, MM_F64);
        mm_library_close(&library);
        assert_null(library.handle);
    }
}

static void test_what_is_no_blas_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name, *id, *says;
    } known[] = {{"noisamax", "notBlas", "isamax_"},
                 {"nogemm", "notBlas", "neither sgemm_ nor dgemm_"},
                 {"absent", "cannotLoad", "libabsent.so"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mm_library library;
        mm_error err = {0};
        assert_int_equal(mm_library_open(fault(known[i].name), &library, &err), MM_UNAVAILABLE);
        assert_string_equal(err.id, known[i].id);
        assert_non_null(strstr(err.text, known[i].says));
        assert_null(library.handle);
    }
}

/* The one code describes both: the linked library, opened by its path, tells the same of itself. */
static void test_linked_and_opened_tell_the_same(void **state)
{
    (void)state;
    mm_library library;
    mm_blas linked, opened;
    mm_blas_describe(&linked);
    if (mm_library_open(linked.path, &library, NULL) != MM_OK)
        skip(); /* a library that exports gemm under other names to others */
    mm_library_describe(&library, &opened);
    assert_string_equal(opened.provider, linked.provider);
    assert_string_equal(opened.version, linked.version);
    assert_string_equal(opened.kernel, linked.kernel);
    assert_string_equal(opened.path, linked.path);
    check_gemm(&library, MM_F32);
    mm_library_close(&library);
}

static void test_linked_serves_gemm(void **state)
{
    (void)state;
    const mm_library linked = mm_library_linked();
    check_gemm(&linked, MM_F32);
    check_gemm(&linked, MM_F64);
}

static void touch(const char *name)
{
    scratch_put(scratch_path(name), "", 0);
}

static bool holds(const mm_paths *found, const char *name)
{
    char *resolved = realpath(scratch_path(name), NULL);
    int times = 0;
    assert_non_null(resolved);
    for (int i = 0; i < found->count; i++)
        times += strcmp(found->paths[i], resolved) == 0;
    free(resolved);
    assert_true(times <= 1);
    return times == 1;
}

/* A folder is searched to its depths for libraries by name; each file stands once, whatever links lead to it.
 */
static void test_folders_are_searched(void **state)
{
    (void)state;
    char list[1200];
    mm_paths found;
    assert_int_equal(mkdir(scratch_path("venv"), 0700), 0);
    assert_int_equal(mkdir(scratch_path("venv/blas"), 0700), 0);
    touch("venv/libscipy_openblas64_-1a2b.so");
    touch("venv/libmkl_rt.so.3");
    touch("venv/libmkl_core.so.3");
    touch("venv/libblas.so.3");
    touch("venv/blas/libblas.so.3");
    touch("mine.so");
    assert_int_equal(symlink("libscipy_openblas64_-1a2b.so", scratch_path("venv/libblis.so.4")), 0);
    snprintf(list, sizeof list, ":%s/mine.so:%s/venv:%s/mine.so", scratch, scratch, scratch);
    setenv("MM_BLAS_PATH", list, 1);
    assert_int_equal(mm_blas_find(&found, NULL), MM_OK);
    unsetenv("MM_BLAS_PATH");
    assert_true(holds(&found, "mine.so"));
    assert_true(holds(&found, "venv/libscipy_openblas64_-1a2b.so"));
    assert_true(holds(&found, "venv/libmkl_rt.so.3"));
    assert_true(holds(&found, "venv/blas/libblas.so.3"));
    assert_false(holds(&found, "venv/libblas.so.3"));
    assert_false(holds(&found, "venv/libmkl_core.so.3"));
    mm_paths_free(&found);
}

static void test_path_that_does_not_exist(void **state)
{
    (void)state;
    mm_paths found;
    mm_error err = {0};
    setenv("MM_BLAS_PATH", "/nowhere/at/all", 1);
    assert_int_equal(mm_blas_find(&found, &err), MM_USAGE);
    assert_string_equal(err.id, "badBlasPath");
    assert_non_null(strstr(err.text, "'/nowhere/at/all': No such file"));
    mm_paths_free(&found);
    unsetenv("MM_BLAS_PATH");
}

static void test_families_are_listed(void **state)
{
    (void)state;
    mm_isa isa;
    int count = 0;
    const char *family;
    while ((family = mm_kernel_family("blis", count)) != NULL) {
        assert_true(mm_kernel_isa("blis", family, &isa));
        count++;
    }
    assert_true(count > 5);
    assert_null(mm_kernel_family("netlib", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers_are_probed),
        cmocka_unit_test(test_what_is_no_blas_is_refused),
        cmocka_unit_test(test_linked_and_opened_tell_the_same),
        cmocka_unit_test(test_linked_serves_gemm),
        cmocka_unit_test(test_folders_are_searched),
        cmocka_unit_test(test_path_that_does_not_exist),
        cmocka_unit_test(test_families_are_listed),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("library", tests, scratch_make, scratch_remove);
}
