/* The table of routines, and the records of processes put together; the records are made by hand here. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/symbols.h"
#include "trace/trace.h"

/* --- names */

static const char *routine_of(const char *name)
{
    int symbol = mm_trace_symbol_find(name);
    return symbol < 0 ? NULL : mm_trace_routine_at(mm_trace_symbol_at(symbol)->routine)->name;
}

static void names_of_every_library_are_known(void **state)
{
    (void)state;
    static const char *const known[][2] = {
        {"sgemm_", "sgemm"},
        {"dgemm_64_", "dgemm"},
        {"cgemm_64", "cgemm"},
        {"scipy_zgemm_", "zgemm"},
        {"scipy_sgemm_64_", "sgemm"},
        {"cblas_dgemm", "dgemm"},
        {"cblas_sgemm64_", "sgemm"},
        {"cblas_sgemm_64", "sgemm"},
        {"scipy_cblas_sgemm64_", "sgemm"},
        {"isamax_", "isamax"},
        {"cblas_izamax", "izamax"},
        {"dznrm2_", "dznrm2"},
        {"cblas_scasum", "scasum"},
        {"zdotc_", "zdotc"},
        {"cblas_zdotc_sub", "zdotc"},
        {"cblas_cdotu_sub64_", "cdotu"},
        {"dgesv_", "dgesv"},
        {"scipy_dgelsd_", "dgelsd"},
        {"zheev_", "zheev"},
        {"ssyevd_64_", "ssyevd"},
        {"cblas_dgemm_batch", "dgemm_batch"},
        {"dgemmt_", "dgemmt"},
        {"cblas_cgemm3m", "cgemm3m"},
        {"csscal_", "csscal"},
        {"zdrot_", "zdrot"},
        {"cblas_sdsdot", "sdsdot"},
        {"chbmv_", "chbmv"},
        {"dtpsv_", "dtpsv"},
        {"zunmqr_", "zunmqr"},
        {"cheevr_", "cheevr"},
        {"cblas_gemm_bf16bf16f32", "gemm_bf16bf16f32"},
    };
    static const char *const unknown[] = {
        "",      "_",      "dgemm",   "dgemm__",      "cblas_", "cblas_dgesv", "cblas_zdotc",
        "sgemm", "malloc", "xerbla_", "cblas_xerbla", "scipy_", "dgemm_64__"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_non_null(routine_of(known[i][0]));
        assert_string_equal(routine_of(known[i][0]), known[i][1]);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_null(routine_of(unknown[i]));
}

/* Of all the standard's names, four types where it has four: 3 x 16 + 2 of level 1, 2 x 33 of 2, 30 of 3
 * (less what it has not). */
static void every_routine_of_the_standard_is_there(void **state)
{
    (void)state;
    static const char *const standard =
        "srotg srotmg srot srotm sswap sscal scopy saxpy sdot sdsdot snrm2 sasum isamax "
        "drotg drotmg drot drotm dswap dscal dcopy daxpy ddot dsdot dnrm2 dasum idamax "
        "crotg csrot cswap cscal csscal ccopy caxpy cdotu cdotc scnrm2 scasum icamax "
        "zrotg zdrot zswap zscal zdscal zcopy zaxpy zdotu zdotc dznrm2 dzasum izamax "
        "sgemv sgbmv ssymv ssbmv sspmv strmv stbmv stpmv strsv stbsv stpsv sger ssyr sspr ssyr2 sspr2 "
        "dgemv dgbmv dsymv dsbmv dspmv dtrmv dtbmv dtpmv dtrsv dtbsv dtpsv dger dsyr dspr dsyr2 dspr2 "
        "cgemv cgbmv chemv chbmv chpmv ctrmv ctbmv ctpmv ctrsv ctbsv ctpsv cgeru cgerc cher chpr cher2 chpr2 "
        "zgemv zgbmv zhemv zhbmv zhpmv ztrmv ztbmv ztpmv ztrsv ztbsv ztpsv zgeru zgerc zher zhpr zher2 zhpr2 "
        "sgemm ssymm ssyrk ssyr2k strmm strsm dgemm dsymm dsyrk dsyr2k dtrmm dtrsm "
        "cgemm csymm chemm csyrk cherk csyr2k cher2k ctrmm ctrsm zgemm zsymm zhemm zsyrk zherk zsyr2k zher2k "
        "ztrmm "
        "ztrsm ";
    char name[32], symbol[64];
    int count = 0;
    for (const char *at = standard; sscanf(at, "%31s", name) == 1; at += strlen(name) + 1, count++) {
        snprintf(symbol, sizeof symbol, "%s_", name);
        assert_string_equal(routine_of(symbol), name);
        snprintf(symbol, sizeof symbol,
                 strstr(name, "dotu") || strstr(name, "dotc") ? "cblas_%s_sub" : "cblas_%s", name);
        assert_string_equal(routine_of(symbol), name);
    }
    assert_int_equal(count, 146);
}

static void no_name_stands_twice(void **state)
{
    (void)state;
    for (int i = 0; i < mm_trace_symbol_count(); i++)
        assert_int_equal(mm_trace_symbol_find(mm_trace_symbol_at(i)->name), i);
}

static double flops(const char *name, int64_t m, int64_t n, int64_t k, int64_t batch, char side)
{
    return mm_trace_flops(mm_trace_symbol_at(mm_trace_symbol_find(name))->routine, m, n, k, batch, side);
}

static void operations_by_hand(void **state)
{
    (void)state;
    const int64_t none = MM_TRACE_NONE;
    assert_true(flops("sgemm_", 2, 3, 5, none, 0) == 60);
    assert_true(flops("zgemm_", 2, 3, 5, none, 0) == 240);
    assert_true(flops("dsymm_", 2, 3, none, none, 'L') == 24);
    assert_true(flops("dsymm_", 2, 3, none, none, 'R') == 36);
    assert_true(flops("dtrsm_", 2, 3, none, none, 'L') == 12);
    assert_true(flops("dsyrk_", none, 3, 5, none, 0) == 60);
    assert_true(flops("cherk_", none, 3, 5, none, 0) == 240);
    assert_true(flops("dgemv_", 2, 3, none, none, 0) == 12);
    assert_true(flops("ddot_", none, 7, none, none, 0) == 14);
    assert_true(flops("zdotc_", none, 7, none, none, 0) == 56);
    assert_true(flops("ddot_", none, -7, none, none, 0) == 0);
    assert_true(flops("dgemm_batch_strided_", 2, 3, 5, 10, 0) == 600);
    assert_true(flops("dgetrf_", 3, 3, none, none, 0) == 18);
    assert_true(fabs(flops("dgetrf_", 6, 3, none, none, 0) - 45) < 1e-9);
    assert_true(isnan(flops("dgesdd_", 3, 3, none, none, 0)));
}

/* --- records */

enum { SIZE = 1 << 16 };

static mm_trace_header *new_record(int pid)
{
    mm_trace_header *record = calloc(1, SIZE);
    memcpy(record->magic, MM_TRACE_MAGIC, sizeof record->magic);
    record->symbol_count = (uint32_t)mm_trace_symbol_count();
    record->pid = pid;
    record->parent_pid = 1;
    record->used = (sizeof *record + 63) / 64 * 64;
    record->object_count = 1;
    strcpy(record->program, "/bin/program");
    return record;
}

static uint32_t take(mm_trace_header *record, size_t bytes)
{
    uint32_t offset = record->used;
    record->used += (uint32_t)(bytes + 63) / 64 * 64;
    assert_true(record->used <= SIZE);
    return offset;
}

static uint16_t add_object(mm_trace_header *record, const char *path, const char *provider)
{
    uint16_t object = (uint16_t)record->object_count++;
    record->objects[object].path = take(record, strlen(path) + 1);
    strcpy((char *)record + record->objects[object].path, path);
    if (provider) {
        record->objects[object].about = take(record, sizeof(mm_trace_library));
        mm_trace_library *library = (void *)((char *)record + record->objects[object].about);
        strcpy(library->provider, provider);
        strcpy(library->kernel, "Haswell");
        library->threads = 2;
    }
    return object;
}

static mm_trace_table *add_table(mm_trace_header *record, uint32_t *offset)
{
    *offset = take(record, MM_TRACE_TABLE_HEAD + 4 * sizeof(mm_trace_row));
    mm_trace_table *table = (void *)((char *)record + *offset);
    table->capacity = 4;
    return table;
}

static void set_row(mm_trace_table *table, int at, uint16_t library, int64_t n, uint64_t calls, uint64_t ns)
{
    mm_trace_row *row = (mm_trace_row *)((char *)table + MM_TRACE_TABLE_HEAD) + at;
    *row = (mm_trace_row){.key = {.symbol = (uint16_t)mm_trace_symbol_find("dgemm_"),
                                  .caller = 1,
                                  .library = library,
                                  .integer_bits = 32,
                                  .trans_a = 'N',
                                  .trans_b = 'T',
                                  .m = n,
                                  .n = n,
                                  .k = n,
                                  .batch = MM_TRACE_NONE},
                          .calls = calls,
                          .ns = ns,
                          .exclusive_ns = ns};
}

/* Two threads, the first of which has moved to a larger table. */
static mm_trace_header *two_threads(int pid)
{
    mm_trace_header *record = new_record(pid);
    add_object(record, "/bin/program", NULL);
    uint16_t library = add_object(record, "/lib/libblas.so", "openblas");
    uint32_t old_at, new_at, other_at;
    mm_trace_table *old = add_table(record, &old_at), *larger = add_table(record, &new_at),
                   *other = add_table(record, &other_at);
    set_row(old, 0, library, 100, 5, 1000); /* as it was when the rows moved */
    old->successor = new_at;
    set_row(larger, 3, library, 100, 7, 3000);
    set_row(other, 1, library, 100, 2, 1000);
    set_row(other, 2, library, 200, 1, 9000);
    record->first_table = other_at;
    other->next = old_at;
    return record;
}

static void threads_are_put_together(void **state)
{
    (void)state;
    char *command[] = {"program", NULL};
    mm_trace trace = {.command = command, .wall_s = 1e-3};
    mm_error err = {0};
    assert_int_equal(mm_trace_add(&trace, "a", two_threads(10), SIZE, &err), MM_OK);
    assert_int_equal(mm_trace_add(&trace, "b", two_threads(11), SIZE, &err), MM_OK);
    mm_trace_finish(&trace);
    assert_int_equal(trace.process_count, 2);
    assert_int_equal(trace.item_count, 4);
    assert_int_equal(trace.calls, 20);
    assert_int_equal(trace.not_seen_count, 0);
    assert_true(fabs(trace.blas_s - 26e-6) < 1e-12);
    assert_int_equal(trace.items[0].row.key.n, 200); /* by time within a process */
    assert_int_equal(trace.items[1].row.calls, 9);
    assert_int_equal(trace.items[1].row.ns, 4000);
    assert_string_equal(trace.items[1].library, "/lib/libblas.so");
    assert_string_equal(trace.items[1].kernel, "Haswell");
    assert_int_equal(trace.items[1].threads, 2);

    mm_trace_group *groups;
    int count;
    assert_int_equal(mm_trace_group_by(&trace, MM_TRACE_BY_SHAPE, &groups, &count, &err), MM_OK);
    assert_int_equal(count, 2); /* both processes' */
    assert_int_equal(groups[1].calls, 18);
    assert_true(groups[1].flops == 18 * 2e6);
    free(groups);
    assert_int_equal(mm_trace_group_by(&trace, MM_TRACE_BY_ROUTINE, &groups, &count, &err), MM_OK);
    assert_int_equal(count, 1);
    assert_int_equal(groups[0].calls, 20);
    free(groups);

    char *text;
    assert_int_equal(mm_trace_to_text(&trace, &text, &err), MM_OK);
    assert_non_null(strstr(text, "\"openblas\""));
    free(text);
    mm_trace_free(&trace);
}

static void what_is_no_record_is_told(void **state)
{
    (void)state;
    mm_trace trace = {0};
    mm_error err = {0};
    mm_trace_header *other = two_threads(1), *large = two_threads(1);
    other->symbol_count--;
    large->used = SIZE + 1;
    assert_int_equal(mm_trace_add(&trace, "empty", calloc(1, 1), 0, &err), MM_OK);
    assert_int_equal(mm_trace_add(&trace, "short", calloc(1, 100), 100, &err), MM_OK);
    assert_int_equal(mm_trace_add(&trace, "other", other, SIZE, &err), MM_OK);
    assert_int_equal(mm_trace_add(&trace, "large", large, SIZE, &err), MM_OK);
    mm_trace_finish(&trace);
    assert_int_equal(trace.process_count, 0);
    assert_int_equal(trace.warning_count, 4);
    assert_non_null(strstr(trace.warnings[3], "large"));
    assert_true(trace.not_seen_count > 0);
    mm_trace_free(&trace);
}

/* A record may hold anything where its process was broken: nothing outside it is read, and reading ends. */
static void damaged_records_do_no_harm(void **state)
{
    (void)state;
    char *command[] = {"program", NULL};
    uint32_t random = 1;
    for (int i = 0; i < 2000; i++) {
        mm_trace trace = {.command = command, .wall_s = 1};
        mm_error err = {0};
        mm_trace_header *record = two_threads(10);
        const uint32_t used = record->used;
        for (int j = 0; j < 8; j++) {
            random = random * 1664525u + 1013904223u;
            ((unsigned char *)record)[8 + (random >> 8) % (used - 8)] = (unsigned char)(random >> 3);
        }
        assert_int_equal(mm_trace_add(&trace, "damaged", record, SIZE, &err), MM_OK);
        mm_trace_finish(&trace);
        char *text;
        assert_int_equal(mm_trace_to_text(&trace, &text, &err), MM_OK);
        free(text);
        mm_trace_free(&trace);
    }
    mm_trace_header *record = two_threads(10); /* a list that goes round */
    mm_trace_table *table = (void *)((char *)record + record->first_table);
    table->next = record->first_table;
    mm_trace trace = {.command = command, .wall_s = 1};
    mm_error err = {0};
    assert_int_equal(mm_trace_add(&trace, "round", record, SIZE, &err), MM_OK);
    mm_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_every_library_are_known),
        cmocka_unit_test(every_routine_of_the_standard_is_there),
        cmocka_unit_test(no_name_stands_twice),
        cmocka_unit_test(operations_by_hand),
        cmocka_unit_test(threads_are_put_together),
        cmocka_unit_test(what_is_no_record_is_told),
        cmocka_unit_test(damaged_records_do_no_harm),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
