/* BLAS libraries by name, in trees made for the test: what update-alternatives, ldconfig, package managers
 * and wheels say, and the record of what was found. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cmocka.h>

#include "blas/alternatives.h"
#include "blas/command.h"
#include "blas/find.h"
#include "blas/library.h"
#include "blas/owner.h"
#include "blas/provider.h"
#include "record/file.h"
#include "record/providers.h"
#include "scratch.h"

static void put(const char *name, const char *text)
{
    char folder[512];
    snprintf(folder, sizeof folder, "%s", scratch_path(name));
    *strrchr(folder, '/') = '\0';
    assert_int_equal(mm_folder_make(folder, NULL), MM_OK);
    scratch_put(scratch_path(name), text, strlen(text));
}

static void put_program(const char *name, const char *text)
{
    put(name, text);
    assert_int_equal(chmod(scratch_path(name), 0700), 0);
}

static void link_to(const char *target, const char *name)
{
    put(name, "");
    assert_int_equal(unlink(scratch_path(name)), 0);
    assert_int_equal(symlink(target, scratch_path(name)), 0);
}

/* --- Names. */

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *path, *name;
    } files[] = {
        {"/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0", "openblas"},
        {"/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblasp-r0.3.21.so", "openblas"},
        {"/v/numpy.libs/libscipy_openblas64_-32a4b2a6.so", "openblas"},
        {"/v/numpy.libs/libopenblas64_p-r0-0cf96a72.3.23.dev.so", "openblas"},
        {"/usr/lib64/libopenblaso.so.0", "openblas"},
        {"/usr/lib/x86_64-linux-gnu/blis-pthread/libblis.so.4", "blis"},
        {"/usr/lib/x86_64-linux-gnu/atlas/libblas.so.3.10.3", "atlas"},
        {"/usr/lib64/atlas/libsatlas.so.3", "atlas"},
        {"/usr/lib/x86_64-linux-gnu/blas/libblas.so.3", "netlib"},
        {"/usr/lib/libblas.so.3.12.0", "netlib"},
        {"/opt/intel/oneapi/mkl/latest/lib/libmkl_rt.so.2", "mkl"},
        {"/usr/lib64/libflexiblas.so.3", "flexiblas"},
        {"/v/nvpl/lib/libnvpl_blas_lp64_gomp.so.0", "nvpl"},
        {"/usr/lib/x86_64-linux-gnu/openblas-pthread/libblas.so.3", NULL}, /* a front: it must be asked */
        {"/usr/lib/x86_64-linux-gnu/libblas.so.3", NULL},
        {"/opt/libmine.so", NULL},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const mm_provider_kind *kind = mm_provider_of_file(files[i].path);
        if ((kind != NULL) != (files[i].name != NULL) || (kind && strcmp(kind->name, files[i].name) != 0))
            fail_msg("%s: %s", files[i].path, kind ? kind->name : "not known");
    }
    assert_string_equal(mm_provider_named("OpenBLAS")->name, "openblas");
    assert_string_equal(mm_provider_named("reference")->name, "netlib");
    assert_null(mm_provider_named("openbla"));
    assert_null(mm_provider_named(""));
}

/* --- update-alternatives. */

static void test_alternatives(void **state)
{
    (void)state;
    mm_alternatives a;
    struct utsname system;
    char name[128], file[200];
    assert_int_equal(uname(&system), 0);
    snprintf(name, sizeof name, "libblas.so.3-%s-linux-gnu", system.machine);
    snprintf(file, sizeof file, "debian/var/lib/dpkg/alternatives/%s", name);
    put("debian/var/lib/dpkg/alternatives/libblas.so.3-aaa-linux-gnu", "auto\n/l\n\n/foreign\n1\n\n");
    put("debian/var/lib/dpkg/alternatives/libblas.so.3x", "auto\n/l\n\n/other\n1\n\n");
    put(file, "manual\n/usr/lib/libblas.so.3\nslave\n/usr/lib/slave\n\n"
              "/usr/lib/blas/libblas.so.3\n10\n/usr/lib/blas/slave\n"
              "/usr/lib/openblas/libblas.so.3\n100\n\n\n");
    snprintf(file, sizeof file, "debian/etc/alternatives/%s", name);
    link_to("/usr/lib/blas/libblas.so.3", file);
    assert_true(mm_alternatives_read(scratch_path("debian"), "libblas.so.3", &a));
    assert_string_equal(a.name, name);
    assert_string_equal(a.link, "/usr/lib/libblas.so.3");
    assert_string_equal(a.current, "/usr/lib/blas/libblas.so.3");
    assert_false(a.is_automatic);
    assert_int_equal(a.count, 2);
    assert_string_equal(a.choices[1].path, "/usr/lib/openblas/libblas.so.3");
    assert_int_equal(a.choices[1].priority, 100);
    assert_int_equal(a.choices[0].priority, 10);
    assert_false(mm_alternatives_read(scratch_path("debian"), "liblapack.so.3", &a));
    assert_true(a.count == 0 && !*a.name && !*a.current);
    assert_false(mm_alternatives_read(scratch_path("nothing"), "libblas.so.3", &a));
}

/* Fedora's files have no architecture in their names, and a family behind the path. A file that breaks off is
 * no harm. */
static void test_other_alternatives(void **state)
{
    (void)state;
    mm_alternatives a;
    put("fedora/var/lib/alternatives/libblas.so.3",
        "auto\n/usr/lib64/libblas.so.3\n\n/usr/lib64/a.so@x@\n5\n");
    assert_true(mm_alternatives_read(scratch_path("fedora"), "libblas.so.3", &a));
    assert_true(a.is_automatic && a.count == 1 && a.choices[0].priority == 5 && !*a.current);
    assert_string_equal(a.choices[0].path, "/usr/lib64/a.so");
    put("fedora/var/lib/alternatives/libblas.so.3", "auto\n/usr/lib64/libblas.so.3\n\n/usr/lib64/a.so\n");
    assert_false(mm_alternatives_read(scratch_path("fedora"), "libblas.so.3", &a));
    put("fedora/var/lib/alternatives/libblas.so.3", "");
    assert_false(mm_alternatives_read(scratch_path("fedora"), "libblas.so.3", &a));
}

/* --- ldconfig's cache and wheels. */

static bool holds(const mm_paths *paths, const char *name, mm_origin origin)
{
    char *resolved = realpath(scratch_path(name), NULL);
    bool found = false;
    assert_non_null(resolved);
    for (int i = 0; i < paths->count; i++)
        found = found || (strcmp(paths->paths[i], resolved) == 0 && paths->origins[i] == origin);
    free(resolved);
    return found;
}

static void test_ldconfig(void **state)
{
    (void)state;
    char text[2048];
    mm_paths paths = {0};
    put("lib/libopenblas.so.0", "x");
    put("lib/libblas.so.3", "x");
    put("lib/libm.so.6", "x");
    put("lib/libcublas.so.13", "x");
    snprintf(
        text, sizeof text,
        "5 libs found in cache `/etc/ld.so.cache'\n"
        "\tlibopenblas.so.0 (libc6,x86-64) => %s/lib/libopenblas.so.0\n"
        "\tlibblas.so.3 (libc6,x86-64) => %s/lib/libblas.so.3\n"
        "\tlibm.so.6 (libc6,x86-64) => %s/lib/libm.so.6\n"
        "\tlibcublas.so.13 (libc6,x86-64) => %s/lib/libcublas.so.13\n"
        "\tlibblis.so.4 (libc6,x86-64) => /nowhere/libblis.so.4\n\tnonsense\nCache generated by: ldconfig",
        scratch, scratch, scratch, scratch);
    assert_int_equal(mm_paths_add_ldconfig(&paths, text, NULL), MM_OK);
    assert_int_equal(mm_paths_add_ldconfig(&paths, "", NULL), MM_OK);
    assert_int_equal(paths.count, 2);
    assert_true(holds(&paths, "lib/libopenblas.so.0", MM_ORIGIN_LDCONFIG));
    assert_true(holds(&paths, "lib/libblas.so.3", MM_ORIGIN_LDCONFIG));
    mm_paths_free(&paths);
}

static void test_wheels(void **state)
{
    (void)state;
    mm_paths paths = {0};
    put("venv/lib/python3.11/site-packages/numpy.libs/libscipy_openblas64_-1a.so", "x");
    put("venv/lib/python3.11/site-packages/scipy_openblas32/lib/libscipy_openblas.so", "x");
    put("venv/lib/python3.11/site-packages/numpy/.libs/libopenblasp-r0-39a31c03.2.18.so", "x");
    put("venv/lib/python3.11/site-packages/numpy/core/_multiarray_umath.so", "x");
    assert_int_equal(mm_paths_add_wheels(&paths, scratch_path("venv/lib/python3*/site-packages"), NULL),
                     MM_OK);
    assert_int_equal(paths.count, 3);
    assert_true(holds(&paths, "venv/lib/python3.11/site-packages/numpy.libs/libscipy_openblas64_-1a.so",
                      MM_ORIGIN_WHEEL));
    mm_paths_free(&paths);
}

/* The environment leads to them, too; and a library of another machine is passed over. */
static void test_virtual_environment(void **state)
{
    (void)state;
    mm_paths paths = {0};
    static const char foreign[64] = {0x7f, 'E', 'L', 'F', 1, 1, 1}; /* 32 bits, no machine */
    put("env/lib/python3.12/site-packages/numpy.libs/libscipy_openblas64_-2b.so", "x");
    put("env/lib/libmkl_rt.so.2", "x");
    put("env/lib/libblis.so.4", "");
    scratch_put(scratch_path("env/lib/libblis.so.4"), foreign, sizeof foreign);
    setenv("VIRTUAL_ENV", scratch_path("env"), 1);
    assert_int_equal(mm_blas_find(&paths, NULL), MM_OK);
    unsetenv("VIRTUAL_ENV");
    assert_true(holds(&paths, "env/lib/python3.12/site-packages/numpy.libs/libscipy_openblas64_-2b.so",
                      MM_ORIGIN_WHEEL));
    assert_true(holds(&paths, "env/lib/libmkl_rt.so.2", MM_ORIGIN_WHEEL));
    assert_false(holds(&paths, "env/lib/libblis.so.4", MM_ORIGIN_WHEEL));
    mm_paths_free(&paths);
}

/* --- Owners. */

static void test_wheel_owns(void **state)
{
    (void)state;
    mm_owner owner;
    put("own/lib/python3.11/site-packages/numpy.libs/libx-1a.so", "x");
    put("own/lib/python3.11/site-packages/numpy-2.4.6.dist-info/RECORD",
        "numpy/__init__.py,sha256=1,2\nnumpy.libs/libx-1a.so,sha256=3,4\n");
    put("own/lib/python3.11/site-packages/mkl-2026.2.0.dist-info/RECORD",
        "../../libmkl_rt.so.3,sha256=5,6\n");
    put("own/lib/libmkl_rt.so.3", "x");
    put("own/lib/libmkl_rt.so", "x");
    assert_true(
        mm_owner_find(scratch_path("own/lib/python3.11/site-packages/numpy.libs/libx-1a.so"), &owner));
    assert_string_equal(owner.manager, "wheel");
    assert_string_equal(owner.package, "numpy");
    assert_string_equal(owner.version, "2.4.6");
    assert_true(mm_owner_find(scratch_path("own/lib/libmkl_rt.so.3"), &owner));
    assert_string_equal(owner.package, "mkl");
    assert_false(mm_owner_find(scratch_path("own/lib/libmkl_rt.so"), &owner)); /* no part of a name counts */
    assert_true(!*owner.package && !*owner.manager);
    assert_false(mm_owner_find("/nowhere/at/all.so", &owner));
}

/* Package managers, as programs on PATH that say what the real ones say. */
static void test_packages_own(void **state)
{
    (void)state;
    mm_owner owner;
    char path[1024], *before = strdup(getenv("PATH"));
    put("packages/liby.so.1", "x");
    put_program("bin/dpkg-query", "#!/bin/sh\n"
                                  "case $1,$2 in --search,*/liby.so.1)\n"
                                  "echo \"diversion by glx from: /x\"\necho \"liby1:amd64, liby-dev: $2\";;\n"
                                  "--show,*) [ \"$3\" = liby1:amd64 ] && printf 1.2-3;;\n*) exit 1;; esac\n");
    snprintf(path, sizeof path, "%s/bin:%s", scratch, before);
    setenv("PATH", path, 1);
    assert_true(mm_owner_find(scratch_path("packages/liby.so.1"), &owner));
    assert_string_equal(owner.manager, "dpkg");
    assert_string_equal(owner.package, "liby1");
    assert_string_equal(owner.version, "1.2-3");
    put_program("bin/dpkg-query", "#!/bin/sh\nexit 1\n");
    put_program("bin/rpm", "#!/bin/sh\necho 'liby 1.2-3.fc40'\n");
    assert_true(mm_owner_find(scratch_path("packages/liby.so.1"), &owner));
    assert_string_equal(owner.manager, "rpm");
    assert_string_equal(owner.version, "1.2-3.fc40");
    put_program("bin/rpm", "#!/bin/sh\necho 'file is not owned by any package'; exit 1\n");
    assert_false(mm_owner_find(scratch_path("packages/liby.so.1"), &owner));
    setenv("PATH", before, 1);
    free(before);
}

static void test_command(void **state)
{
    (void)state;
    char *good[] = {"sh", "-c", "printf %s \"$LC_ALL\"; echo not this >&2", NULL}, *bad[] = {"false", NULL},
         *absent[] = {"no-such-program-at-all", NULL};
    char *silent[] = {"sh", "-c", "echo first words; exec sleep 100", NULL};
    char *text = mm_command_output(good);
    assert_non_null(text);
    assert_string_equal(text, "C");
    free(text);
    assert_null(mm_command_output(bad));
    assert_null(mm_command_output(absent));
    assert_null(mm_command_output(silent)); /* takes its ten seconds of patience */
}

/* --- The library of this process. */

static void test_linked(void **state)
{
    (void)state;
    const mm_library linked = mm_library_linked();
    mm_blas blas;
    mm_blas_describe(&blas);
    assert_int_equal(blas.integer_bits, 32); /* or this program's own calls would be wrong */
    assert_int_equal(mm_library_integer_bits(&linked), 32);
    assert_true(*blas.path == '/' && access(blas.path, R_OK) == 0);
    assert_true(*blas.threading);
    assert_string_equal(mm_library_threading(NULL), "");
    if (strcmp(blas.threading, "single") == 0)
        assert_true(blas.threads == 1 && blas.threads_max == 1);
}

/* --- The record. */

static void test_record(void **state)
{
    (void)state;
    mm_providers providers = {.linked = {.path = "/lib/libopenblas.so.0"},
                              .blas = {"libblas.so.3-x",
                                       "/lib/libblas.so.3",
                                       "/lib/b/libblas.so.3",
                                       true,
                                       {{"/lib/b/libblas.so.3", 10}},
                                       1}};
    const mm_provider good = {
        .path = "/lib/libopenblas.so.0",
        .also = {"/lib/libblas.so.3"},
        .also_count = 1,
        .owner = {"dpkg", "libopenblas0", "0.3.21-4"},
        .blas = {.provider = "openblas", .threading = "pthread", .threads = 2, .integer_bits = 32},
        .has_dtype = {true, true},
        .is_default = true,
        .is_usable = true,
        .threads = {2, true, 1.9, 1.98, 1.0, true, ""}};
    const mm_provider single = {
        .path = "/lib/b/libblas.so.3",
        .origin = MM_ORIGIN_ALTERNATIVES,
        .blas = {.provider = "netlib", .threading = "single", .threads = 1, .integer_bits = 32},
        .has_dtype = {true, false},
        .is_usable = true,
        .threads = {.reason = "the library has one thread only"}};
    const mm_provider bad = {
        .path = "/opt/libx.so", .reason = "hung: no answer in 20 s", .threads = {.busy_cpus = NAN}};
    assert_non_null(mm_providers_add(&providers, &good));
    assert_non_null(mm_providers_add(&providers, &single));
    assert_non_null(mm_providers_add(&providers, &bad));
    char *text = NULL;
    assert_int_equal(mm_providers_to_text(&providers, &text, NULL), MM_OK);
    mm_providers_free(&providers);
    assert_null(strstr(text, "nan"));
    assert_non_null(strstr(text, "\"reason\":\t\"hung: no answer in 20 s\""));
    assert_non_null(strstr(text, "\"liblapack.so.3\":\tnull"));
    const char *path = scratch_path("providers.json");
    scratch_put(path, text, strlen(text));
    assert_int_equal(validate("providers.schema.json", path, false), 0);
    char *usable = strstr(text, "\"status\":\t\"usable\"");
    assert_non_null(usable);
    memcpy(usable, "\"status\":\t\"failed\"", strlen("\"status\":\t\"failed\"")); /* without a reason */
    scratch_put(path, text, strlen(text));
    free(text);
    assert_int_equal(validate("providers.schema.json", path, true), 1);
}

static void test_file_of_a_provider(void **state)
{
    (void)state;
    mm_provider p = {.also_count = 1};
    put("files/liba.so", "x");
    put("files/libb.so", "x");
    put("files/libc.so", "x");
    link_to("libb.so", "files/link.so");
    char *a = realpath(scratch_path("files/liba.so"), NULL),
         *b = realpath(scratch_path("files/libb.so"), NULL);
    snprintf(p.path, sizeof p.path, "%s", a);
    snprintf(p.also[0], sizeof p.also[0], "%s", b);
    assert_true(mm_provider_has_file(&p, a));
    assert_true(mm_provider_has_file(&p, scratch_path("files/link.so")));
    assert_false(mm_provider_has_file(&p, scratch_path("files/libc.so")));
    assert_false(mm_provider_has_file(&p, "/nowhere.so"));
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_alternatives),
        cmocka_unit_test(test_other_alternatives),
        cmocka_unit_test(test_ldconfig),
        cmocka_unit_test(test_wheels),
        cmocka_unit_test(test_virtual_environment),
        cmocka_unit_test(test_wheel_owns),
        cmocka_unit_test(test_packages_own),
        cmocka_unit_test(test_command),
        cmocka_unit_test(test_linked),
        cmocka_unit_test(test_record),
        cmocka_unit_test(test_file_of_a_provider),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("providers", tests, scratch_make, scratch_remove);
}
