/* paths.json: what is found in a row, and reading back what was written. The data are invented. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "path_sample.h"
#include "record/file.h"
#include "report/path_table.h"

static void routines_are_found_sorted_and_each_once(void **state)
{
    (void)state;
    static const char *const routines[] = {"dtrsm", "dgemm", "dtrsm", "daxpy"};
    char found[MM_PATH_FOUND_SIZE];
    mm_path_row row = {.expected = "none"};
    mm_path_row_found(&row, found);
    assert_string_equal(found, "none");
    assert_true(mm_path_row_is_as_expected(&row));
    for (int i = 0; i < 4; i++) {
        mm_path_call call = {.calls = 1};
        snprintf(call.routine, sizeof call.routine, "%s", routines[i]);
        assert_non_null(mm_path_row_add_call(&row, &call));
    }
    mm_path_row_found(&row, found);
    assert_string_equal(found, "daxpy dgemm dtrsm");
    assert_false(mm_path_row_is_as_expected(&row));
    snprintf(row.expected, sizeof row.expected, "%.63s", found);
    assert_true(mm_path_row_is_as_expected(&row));
    snprintf(row.reason, sizeof row.reason, "it failed"); /* what was not observed is not as expected */
    assert_false(mm_path_row_is_as_expected(&row));
    free(row.calls);
}

static void calls_are_told_with_their_flags_and_extents(void **state)
{
    (void)state;
    char text[MM_PATH_CALL_TEXT_SIZE];
    int64_t calls;
    mm_path_map map = sample_paths();
    const mm_path_row *once = mm_path_map_row(&map, "numpy", "1.24.2", "once");
    const mm_path_row *often = mm_path_map_row(&map, "numpy", "1.24.2", "often");
    assert_true(mm_path_row_tell(once, 0, text, &calls));
    assert_string_equal(text, "dgemm NT 60x50x40");
    assert_int_equal(calls, 1);
    assert_true(mm_path_row_tell(often, 0, text, &calls)); /* five shapes: together, at the first */
    assert_string_equal(text, "dgemm ...");
    assert_int_equal(calls, 15);
    assert_false(mm_path_row_tell(often, 1, text, &calls));
    const mm_path_call dot = {
        .routine = "ddot", .m = MM_PATH_NONE, .n = 40, .k = MM_PATH_NONE, .batch = MM_PATH_NONE};
    mm_path_call_format(&dot, text);
    assert_string_equal(text, "ddot 40");
    mm_path_map_free(&map);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    char path[] = "/tmp/gemmlab-paths-XXXXXX", *text, *again;
    mm_path_map map = sample_paths(), read = {0};
    mm_error err = {0};
    close(mkstemp(path));
    for (int exercise = 1; exercise >= 0; exercise--) {
        map.has_exercise = exercise;
        assert_int_equal(mm_path_map_to_text(&map, &text, &err), MM_OK);
        assert_int_equal(mm_file_write(path, text, strlen(text), &err), MM_OK);
        assert_int_equal(mm_path_map_read(path, &read, &err), MM_OK);
        assert_int_equal(read.has_exercise, exercise);
        assert_int_equal(mm_path_map_to_text(&read, &again, &err), MM_OK);
        assert_string_equal(text, again);
        mm_path_map_free(&read);
        free(again);
        free(text);
    }
    unlink(path);
    mm_path_map_free(&map);
}

/* The written text with `from` replaced by `to` is refused, for the reason. */
static void refuses(const char *from, const char *to, const char *reason)
{
    char path[] = "/tmp/gemmlab-paths-XXXXXX", *text, damaged[32768];
    mm_path_map map = sample_paths(), read = {0};
    mm_error err = {0};
    close(mkstemp(path));
    assert_int_equal(mm_path_map_to_text(&map, &text, &err), MM_OK);
    char *at = strstr(text, from);
    assert_non_null(at);
    snprintf(damaged, sizeof damaged, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    assert_int_equal(mm_file_write(path, damaged, strlen(damaged), &err), MM_OK);
    assert_int_equal(mm_path_map_read(path, &read, &err), MM_IO);
    if (!strstr(err.text, reason))
        fail_msg("got \"%s\", expected \"%s\"", err.text, reason);
    assert_int_equal(read.row_count + read.frontend_count + read.timing_count, 0);
    unlink(path);
    free(text);
    mm_path_map_free(&map);
}

static void what_is_wrong_is_refused_with_its_place(void **state)
{
    (void)state;
    refuses("gemmlab-paths/1", "gemmlab-paths/9", "schema");
    refuses("\"calls\":\t3", "\"calls\":\t0", "calls");
    refuses("\"title\":\t\"NumPy\"", "\"title\":\t5", "frontends[0].title");
    refuses("\"m\":\t60", "\"m\":\t-2", "m");
    refuses("\"median\":\t", "\"median\":\t-", "exercise[0].seconds.median");
    refuses("\"max_error\":\t0.25", "\"max_error\":\t\"x\"", "max_error");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routines_are_found_sorted_and_each_once),
        cmocka_unit_test(calls_are_told_with_their_flags_and_extents),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(what_is_wrong_is_refused_with_its_place),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
