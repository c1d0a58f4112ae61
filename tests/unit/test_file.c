#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "record/file.h"
#include "scratch.h"

static void assert_content(const char *path, const void *bytes, size_t size)
{
    char *got = NULL;
    size_t got_size = 0;
    assert_int_equal(mm_file_read(path, &got, &got_size, NULL), MM_OK);
    assert_int_equal(got_size, size);
    assert_memory_equal(got, bytes, size);
    assert_int_equal(got[size], '\0');
    free(got);
}

static void any_bytes_come_back(void **state)
{
    (void)state;
    const char *path = scratch_path("bytes");
    enum { LARGE = 300000 }; /* beyond the first read buffers */
    unsigned char *bytes = malloc(LARGE);
    assert_non_null(bytes);
    for (int i = 0; i < LARGE; i++)
        bytes[i] = (unsigned char)(i * 7);
    const size_t sizes[] = {0, 1, 65535, 65536, LARGE};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(mm_file_write(path, bytes, sizes[i], NULL), MM_OK);
        assert_content(path, bytes, sizes[i]);
    }
    free(bytes);
    assert_int_equal(scratch_count(scratch), 1);
}

static void new_file_follows_umask(void **state)
{
    (void)state;
    struct stat info;
    mode_t before = umask(022);
    mm_status status = mm_file_write(scratch_path("mode"), "x", 1, NULL);
    umask(before);
    assert_int_equal(status, MM_OK);
    assert_int_equal(stat(scratch_path("mode"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0644);
}

/* The disk is full after 1000 bytes: a limit on file sizes fails writes in the middle, also for root. */
static void failed_write_keeps_old_file(void **state)
{
    (void)state;
    const char *path = scratch_path("old");
    char large[5000] = {0};
    struct rlimit limit, small;
    mm_error err;
    assert_int_equal(mm_file_write(path, "old and good", 12, NULL), MM_OK);

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = (struct rlimit){.rlim_cur = 1000, .rlim_max = limit.rlim_max};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    mm_status status = mm_file_write(path, large, sizeof large, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    signal(SIGXFSZ, handler);

    assert_int_equal(status, MM_IO);
    assert_non_null(strstr(err.text, path));
    assert_non_null(strstr(err.text, strerror(EFBIG)));
    assert_content(path, "old and good", 12);
    assert_int_equal(scratch_count(scratch), 1); /* no temporary left */
}

/* Another process reads while we write: it sees one whole file or the other. */
static void reader_never_sees_half_a_file(void **state)
{
    (void)state;
    enum { SIZE = 100000, WRITES = 20 };
    static char text[SIZE];
    const char *path = scratch_path("whole");
    memset(text, 'a', SIZE);
    assert_int_equal(mm_file_write(path, text, SIZE, NULL), MM_OK);

    pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        for (int i = 1; i <= WRITES; i++) {
            memset(text, 'a' + i, SIZE);
            if (mm_file_write(path, text, SIZE, NULL) != MM_OK)
                _exit(1);
        }
        _exit(0);
    }
    int status;
    while (waitpid(writer, &status, WNOHANG) == 0) {
        char *got = NULL;
        size_t size;
        assert_int_equal(mm_file_read(path, &got, &size, NULL), MM_OK);
        assert_int_equal(size, SIZE);
        memset(text, got[0], SIZE);
        assert_memory_equal(got, text, SIZE);
        free(got);
    }
    assert_int_equal(status, 0);
    memset(text, 'a' + WRITES, SIZE);
    assert_content(path, text, SIZE);
    assert_int_equal(scratch_count(scratch), 1);
}

static void leftover_of_a_killed_writer_is_no_obstacle(void **state)
{
    (void)state;
    char stale[512];
    snprintf(stale, sizeof stale, "%s.%ld-0.tmp", scratch_path("f"), (long)getpid());
    scratch_put(stale, "half", 4);
    assert_int_equal(mm_file_write(scratch_path("f"), "new", 3, NULL), MM_OK);
    assert_content(scratch_path("f"), "new", 3);
    assert_content(stale, "half", 4);
}

static void bad_paths_are_named(void **state)
{
    (void)state;
    scratch_put(scratch_path("file"), "x", 1);
    assert_int_equal(mkfifo(scratch_path("pipe"), 0600), 0);
    const struct {
        const char *name, *reason;
    } cases[] = {
        {"missing/f", "No such file or directory"},
        {"file/f", "Not a directory"},
        {".", "a folder"},
        {"pipe", "not a regular file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mm_error err = {0};
        const char *path = scratch_path(cases[i].name);
        assert_int_equal(mm_file_write(path, "x", 1, &err), MM_IO);
        assert_int_equal(err.code, MM_IO);
        assert_non_null(strstr(err.text, path));
        assert_non_null(strstr(err.text, cases[i].reason));
    }
    assert_int_equal(scratch_count(scratch), 2);
}

static void unreadable_is_named(void **state)
{
    (void)state;
    char *bytes = NULL;
    mm_error err = {0};
    assert_int_equal(mm_file_read(scratch_path("none"), &bytes, NULL, &err), MM_IO);
    assert_non_null(strstr(err.text, scratch_path("none")));
    assert_non_null(strstr(err.text, "No such file"));
    assert_int_equal(mm_file_read(scratch, &bytes, NULL, &err), MM_IO);
    assert_non_null(strstr(err.text, "Is a directory"));
    assert_null(bytes);
}

static void folders_are_made_with_parents(void **state)
{
    (void)state;
    struct stat info;
    mm_error err;
    const char *names[] = {"a/b/c", "a/b/c", "a/b//d/", "a"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(mm_folder_make(scratch_path(names[i]), NULL), MM_OK);
        assert_int_equal(stat(scratch_path(names[i]), &info), 0);
        assert_true(S_ISDIR(info.st_mode));
    }
    scratch_put(scratch_path("file"), "x", 1);
    const char *bad[] = {"file", "file/under"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(mm_folder_make(scratch_path(bad[i]), &err), MM_IO);
        assert_non_null(strstr(err.text, "Not a directory"));
    }
    assert_int_equal(mm_folder_make("", &err), MM_IO);
}

static void writable_folders_are_told_from_others(void **state)
{
    (void)state;
    mm_error err = {0};
    assert_int_equal(mm_folder_check_writable(scratch, &err), MM_OK);
    assert_int_equal(scratch_count(scratch), 0);
    assert_int_equal(mm_folder_check_writable("/proc", &err), MM_IO); /* for everybody */
    assert_non_null(strstr(err.text, "cannot write in the folder /proc: "));
}

static void relative_paths_work(void **state)
{
    (void)state;
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(scratch), 0);
    mm_status made = mm_folder_make("x/y", NULL), written = mm_file_write("plain", "1", 1, NULL);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(made, MM_OK);
    assert_int_equal(written, MM_OK);
    assert_content(scratch_path("plain"), "1", 1);
}

static void sha256_of_known_texts(void **state)
{
    (void)state;
    char hex[MM_SHA256_HEX_SIZE];
    mm_sha256_hex("", 0, hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    mm_sha256_hex("abc", 3, hex); /* FIPS 180-4's example */
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(any_bytes_come_back),
        IN_SCRATCH(new_file_follows_umask),
        IN_SCRATCH(failed_write_keeps_old_file),
        IN_SCRATCH(reader_never_sees_half_a_file),
        IN_SCRATCH(leftover_of_a_killed_writer_is_no_obstacle),
        IN_SCRATCH(bad_paths_are_named),
        IN_SCRATCH(unreadable_is_named),
        IN_SCRATCH(folders_are_made_with_parents),
        IN_SCRATCH(writable_folders_are_told_from_others),
        IN_SCRATCH(relative_paths_work),
        cmocka_unit_test(sha256_of_known_texts),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
