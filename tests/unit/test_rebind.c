/* Slots rebound to the recorder's wrappers and put back, in files that import BLAS in every way there is:
 * bound lazily or at once (its slots are then read-only), into the global scope's library or into itself. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "blas/library.h"
#include "trace/rebind.h"
#include "trace/recorder.h"
#include "trace/trace.h"

typedef double call_function(const double *, int);
typedef void *open_function(const char *);

static const double numbers[] = {3, 4};

/* --- The importer: tests/trace/importer.c, bound lazily (importer) or at once (importernow). */

static const char *path_of(const char *name)
{
    static char path[4096];
    char own[2048] = "";
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    assert_true(length > 0);
    *strrchr(own, '/') = '\0';
    snprintf(path, sizeof path, "%s/trace/lib%s.so", own, name);
    return path;
}

static void *open_importer(const char *name, int mode)
{
    void *handle = dlopen(path_of(name), mode);
    if (!handle)
        fail_msg("%s", dlerror());
    return handle;
}

static double call(void *handle, const char *name)
{
    void *symbol = dlsym(handle, name);
    call_function *function;
    assert_non_null(symbol);
    memcpy(&function, &symbol, sizeof function);
    return function(numbers, 2);
}

/* --- What was recorded. */

static void begin(void)
{
    mm_trace_pause(true);
    mm_trace_clear();
    mm_trace_pause(false);
}

static int64_t calls_of(const char *routine)
{
    mm_trace trace = {0};
    mm_error err;
    size_t size;
    int64_t calls = 0;
    const void *record = mm_trace_memory(&size);
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, record, size);
    assert_int_equal(mm_trace_add(&trace, "test", copy, size, &err), MM_OK);
    mm_trace_finish(&trace);
    for (int i = 0; i < trace.item_count; i++) {
        const mm_trace_symbol *symbol = mm_trace_symbol_at(trace.items[i].row.key.symbol);
        if (strcmp(mm_trace_routine_at(symbol->routine)->name, routine) == 0)
            calls += (int64_t)trace.items[i].row.calls;
    }
    mm_trace_free(&trace);
    return calls;
}

/* --- Slots. */

static uintptr_t base_of(void *handle)
{
    Dl_info info;
    void *symbol = dlsym(handle, "call_dnrm2");
    assert_true(symbol && dladdr(symbol, &info));
    return (uintptr_t)info.dli_fbase;
}

/* The slots of the file that has BLAS's functions in them, or dlopen. */
static mm_got_list slots_of(void *handle)
{
    uintptr_t base = base_of(handle);
    mm_got_list list = mm_rebind_slots();
    int count = 0;
    for (int i = 0; i < list.count; i++)
        if (list.slots[i].base == base)
            list.slots[count++] = list.slots[i];
    list.count = count;
    return list;
}

static bool is_rebound(void *handle, const char *symbol)
{
    mm_got_list list = slots_of(handle);
    bool found = false, rebound = false;
    for (int i = 0; i < list.count; i++)
        if (list.slots[i].number == mm_trace_symbol_find(symbol)) {
            found = true;
            rebound = mm_got_is_own(list.slots[i].original);
        }
    mm_got_free(&list);
    assert_true(found);
    return rebound;
}

/* "r--p" of the page at the address. */
static void rights_at(const void *address, char rights[8])
{
    FILE *maps = fopen("/proc/self/maps", "r");
    unsigned long from, end;
    char line[4096];
    *rights = '\0';
    assert_non_null(maps);
    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx", &from, &end) == 2 && (uintptr_t)address >= from &&
            (uintptr_t)address < end)
            sscanf(line, "%*s %7s", rights);
    fclose(maps);
    assert_true(*rights != '\0');
}

/* Rebinds, calls, undoes: counted, right, and every slot is as before, its page as writable. */
static void check_file(void *handle, int left_alone)
{
    mm_got_list before = slots_of(handle);
    char rights[8][8], now[8];
    assert_in_range(before.count, 2, 8);
    for (int i = 0; i < before.count; i++)
        rights_at(before.slots[i].place, rights[i]);
    begin();
    assert_true(mm_rebind_all() > 0);
    assert_true(is_rebound(handle, "dnrm2_"));
    assert_true(call(handle, "call_dnrm2") == 5);
    assert_true(call(handle, "call_dnrm2") == 5);
    assert_int_equal(calls_of("dnrm2"), 2);
    assert_int_equal(mm_rebind_failed(), left_alone);
    mm_rebind_undo();
    assert_false(is_rebound(handle, "dnrm2_"));
    for (int i = 0; i < before.count; i++) {
        rights_at(before.slots[i].place, now);
        assert_ptr_equal(*before.slots[i].place, before.slots[i].original);
        assert_string_equal(now, rights[i]);
    }
    assert_true(call(handle, "call_dnrm2") == 5);
    assert_int_equal(calls_of("dnrm2"), 2);
    mm_got_free(&before);
}

static void a_slot_bound_lazily_is_put_back_unbound(void **state)
{
    (void)state;
    void *handle = open_importer("importer", RTLD_LAZY | RTLD_LOCAL);
    check_file(handle, 1); /* first its slots are unbound, then one is bound; that of dasum_: see below */
    check_file(handle, 1);
    dlclose(handle);
}

static void a_read_only_slot_stays_read_only(void **state)
{
    (void)state;
    void *handle = open_importer("importernow", RTLD_NOW | RTLD_LOCAL);
    mm_got_list list = slots_of(handle);
    char rights[8];
    assert_true(list.count > 0);
    rights_at(list.slots[0].place, rights);
    assert_string_equal(rights, "r--p"); /* else this tests nothing */
    mm_got_free(&list);
    check_file(handle, 0);
    dlclose(handle);
}

/* --- Who is called stays who it was. */

static void a_name_of_the_file_itself_gives_way_to_the_global_scope(void **state)
{
    (void)state;
    void *handle = open_importer("importernow", RTLD_NOW | RTLD_LOCAL);
    assert_true(call(handle, "call_dasum") == 7);
    begin();
    mm_rebind_all();
    assert_true(is_rebound(handle, "dasum_"));
    assert_true(call(handle, "call_dasum") == 7);
    assert_int_equal(calls_of("dasum"), 1);
    mm_rebind_undo();
    dlclose(handle);
}

#ifndef __SANITIZE_ADDRESS__ /* which refuses RTLD_DEEPBIND */
/* RTLD_DEEPBIND: its own comes first. Not bound yet, that cannot be seen from outside, so it is left alone.
 */
static void a_pending_slot_that_could_be_one_of_two_is_left_alone(void **state)
{
    (void)state;
    void *handle = open_importer("importer", RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
    begin();
    mm_rebind_all();
    assert_false(is_rebound(handle, "dasum_"));
    assert_true(is_rebound(handle, "dnrm2_"));
    assert_int_equal(mm_rebind_failed(), 1);
    assert_true(call(handle, "call_dasum") == -1);
    mm_rebind_all(); /* now it is bound */
    assert_true(is_rebound(handle, "dasum_"));
    assert_int_equal(mm_rebind_failed(), 0);
    assert_true(call(handle, "call_dasum") == -1);
    assert_int_equal(calls_of("dasum"), 1);
    mm_rebind_undo();
    assert_true(call(handle, "call_dasum") == -1);
    dlclose(handle);
}
#endif

/* --- Files that come and go. */

static void a_file_loaded_meanwhile_is_rebound_at_once(void **state)
{
    (void)state;
    void *handle = open_importer("importer", RTLD_LAZY | RTLD_LOCAL), *symbol = dlsym(handle, "open_file");
    open_function *open_file;
    memcpy(&open_file, &symbol, sizeof open_file);
    begin();
    mm_rebind_all();
    void *later = open_file(path_of("importernow"));
    assert_non_null(later);
    assert_true(is_rebound(later, "dnrm2_"));
    assert_true(call(later, "call_dnrm2") == 5);
    assert_int_equal(calls_of("dnrm2"), 1);
    mm_rebind_undo();
    assert_false(is_rebound(later, "dnrm2_"));
    assert_null(open_file("no such file")); /* passed on as it is */
    dlclose(later);
    dlclose(handle);
}

/* Where it was, other memory comes to lie, which holds the same: it is not ours to write. */
static void a_file_that_is_gone_is_not_written_to(void **state)
{
    (void)state;
    void *handle = open_importer("importer", RTLD_LAZY | RTLD_LOCAL);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    begin();
    mm_rebind_all();
    mm_got_list list = slots_of(handle);
    void **place = list.slots[0].place, *value = list.slots[0].original;
    assert_true(mm_got_is_own(value));
    mm_got_free(&list);
    dlclose(handle);
    void *start = (void *)((uintptr_t)place & ~(page - 1));
    assert_ptr_equal(
        mmap(start, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0),
        start);
    *place = value;
    mm_rebind_all();
    mm_rebind_undo();
    assert_ptr_equal(*place, value);
    munmap(start, page);
}

static int begin_recorder(void **state)
{
    (void)state;
    mm_library linked = mm_library_linked(); /* so that a BLAS is in the global scope */
    return linked.gemm[MM_F64] && mm_trace_begin(NULL, 0, NULL) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slot_bound_lazily_is_put_back_unbound),
        cmocka_unit_test(a_read_only_slot_stays_read_only),
        cmocka_unit_test(a_name_of_the_file_itself_gives_way_to_the_global_scope),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(a_pending_slot_that_could_be_one_of_two_is_left_alone),
#endif
        cmocka_unit_test(a_file_loaded_meanwhile_is_rebound_at_once),
        cmocka_unit_test(a_file_that_is_gone_is_not_written_to),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("rebind", tests, begin_recorder, NULL);
}
