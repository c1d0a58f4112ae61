/* The parent's side of a worker: what it says of one that is no worker, ends, hangs, or answers nonsense. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench/rival.h"
#include "bench/rival_environment.h"

/* This program is its own worker, good or bad: its second argument says which. */
static int play(const char *part)
{
    mm_answer answer = {.seconds = 1, .has_dtype = {true, false}};
    mm_request request;
    if (strcmp(part, "mute") == 0)
        pause();
    if (strcmp(part, "gone") == 0)
        return 3;
    if (strcmp(part, "killed") == 0)
        raise(SIGILL);
    if (strcmp(part, "short") == 0)
        send(MM_WORKER_SOCKET, "hello", 5, 0);
    if (strcmp(part, "nan") == 0)
        answer.seconds = NAN;
    if (strcmp(part, "unwilling") == 0)
        answer = (mm_answer){.status = MM_UNAVAILABLE, .text = "no such library"};
    send(MM_WORKER_SOCKET, &answer, sizeof answer, 0);
    while (recv(MM_WORKER_SOCKET, &request, sizeof request, 0) == (ssize_t)sizeof request) {
        if (strcmp(part, "late") == 0)
            raise(SIGSEGV);
        answer.seconds = (double)request.calls;
        send(MM_WORKER_SOCKET, &answer, sizeof answer, 0);
    }
    return 0;
}

static int memory;
static bool ctrl_c;

static bool interrupted(void)
{
    return ctrl_c;
}

static mm_status start(mm_rival *rival, const char *part, double limit_s, mm_error *err)
{
    char *argv[] = {"/proc/self/exe", "--play", (char *)part, NULL};
    *rival = (mm_rival){.interrupted = interrupted};
    return mm_rival_start(rival, argv, environ, memory, limit_s, err);
}

static void test_bad_beginnings(void **state)
{
    (void)state;
    static const struct {
        const char *part, *id, *says;
        double limit_s;
    } known[] = {
        {"gone", "crashed", "exit status 3", 60},    {"killed", "crashed", "signal 4", 60},
        {"mute", "hung", "no answer in 0.2 s", 0.2}, {"short", "badAnswer", "5 bytes", 60},
        {"nan", "badAnswer", "no answer", 60},       {"unwilling", "refused", "no such library", 60},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        mm_rival rival;
        mm_error err = {0};
        assert_int_equal(start(&rival, known[i].part, known[i].limit_s, &err), MM_UNAVAILABLE);
        assert_string_equal(err.id, known[i].id);
        if (!strstr(err.text, known[i].says))
            fail_msg("%s: '%s' does not say '%s'", known[i].part, err.text, known[i].says);
        assert_int_equal(rival.pid, 0); /* and no process is left */
        mm_rival_end(&rival);
    }
}

static void test_program_that_is_not_there(void **state)
{
    (void)state;
    mm_rival rival;
    mm_error err = {0};
    char *argv[] = {"/nowhere/worker", NULL};
    assert_int_equal(mm_rival_start(&rival, argv, environ, memory, 60, &err), MM_UNAVAILABLE);
    assert_true(rival.pid == 0 && strstr(err.text, "/nowhere/worker") != NULL);
}

static void test_good_worker(void **state)
{
    (void)state;
    mm_rival rival;
    mm_answer answer;
    mm_error err = {0};
    if (start(&rival, "good", 60, &err) != MM_OK)
        fail_msg("%s", err.text);
    assert_true(rival.hello.has_dtype[MM_F32] && !rival.hello.has_dtype[MM_F64]);
    for (int64_t calls = 1; calls < 50; calls++) {
        const mm_request request = {.kind = MM_REQUEST_TIME, .calls = calls};
        assert_int_equal(mm_rival_ask(&rival, &request, 60, &answer, &err), MM_OK);
        assert_true(answer.seconds == (double)calls);
    }
    pid_t pid = rival.pid;
    mm_rival_end(&rival);
    assert_true(kill(pid, 0) != 0); /* it is gone, and was waited for */
}

static void test_crash_in_the_middle(void **state)
{
    (void)state;
    mm_rival rival;
    mm_error err = {0};
    const mm_request request = {.kind = MM_REQUEST_TIME, .calls = 1};
    assert_int_equal(start(&rival, "late", 60, &err), MM_OK);
    assert_int_equal(mm_rival_ask(&rival, &request, 60, NULL, &err), MM_UNAVAILABLE);
    assert_string_equal(err.id, "crashed");
#ifndef __SANITIZE_ADDRESS__ /* which catches the signal, reports, and exits */
    assert_non_null(strstr(err.text, "signal 11"));
#endif
    assert_int_equal(rival.pid, 0);
}

static void test_ctrl_c_while_waiting(void **state)
{
    (void)state;
    mm_rival rival;
    mm_error err = {0};
    ctrl_c = true;
    assert_int_equal(start(&rival, "mute", 60, &err), MM_INTERRUPTED);
    ctrl_c = false;
    assert_int_equal(rival.pid, 0);
}

/* --- The environment of a worker. */

static const char *value_of(char **environment, const char *name)
{
    size_t length = strlen(name);
    const char *found = NULL;
    for (char **entry = environment; *entry; entry++)
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') {
            assert_null(found); /* each once */
            found = *entry + length + 1;
        }
    return found;
}

static void test_environment(void **state)
{
    (void)state;
    setenv("OPENBLAS_CORETYPE", "Prescott", 1);
    setenv("OMP_NUM_THREADS", "7", 1);
    setenv("LD_LIBRARY_PATH", "/before", 1);
    setenv("SOMETHING_ELSE", "kept", 1);
    char **own = mm_rival_environment(&(mm_rival_settings){"/lib/of/libopenblas.so.0", "", 2, false});
    char **forced =
        mm_rival_environment(&(mm_rival_settings){"libopenblas.so.0", "OPENBLAS_CORETYPE=Haswell", 1, true});
    char **users = mm_rival_environment(&(mm_rival_settings){"libopenblas.so.0", "", 0, true});
    unsetenv("LD_LIBRARY_PATH");
    assert_null(value_of(own, "OPENBLAS_CORETYPE"));
    assert_string_equal(value_of(own, "OMP_NUM_THREADS"), "2");
    assert_string_equal(value_of(own, "BLIS_NUM_THREADS"), "2");
    assert_string_equal(value_of(own, "LD_LIBRARY_PATH"), "/lib/of:/before");
    assert_string_equal(value_of(own, "SOMETHING_ELSE"), "kept");
    assert_string_equal(value_of(forced, "OPENBLAS_CORETYPE"), "Haswell");
    assert_string_equal(value_of(forced, "OPENBLAS_NUM_THREADS"), "1");
    assert_string_equal(value_of(users, "OPENBLAS_CORETYPE"), "Prescott");
    assert_string_equal(value_of(users, "OMP_NUM_THREADS"), "7");
    assert_null(value_of(users, "BLIS_NUM_THREADS"));
    mm_rival_environment_free(users);
    mm_rival_environment_free(own);
    mm_rival_environment_free(forced);
    unsetenv("OPENBLAS_CORETYPE");
}

/* The matrices in shared memory lie apart, stored as their transposes have it, and fit. */
static void test_exchange(void **state)
{
    (void)state;
    static char base[4096];
    const mm_product_case product = {MM_F32, {3, 5, 7}, 'T', 'N'};
    mm_exchange shared;
    size_t bytes = mm_exchange_lay(&product, base, &shared);
    assert_true(shared.A.rows == 7 && shared.A.cols == 3 && shared.A.ld == 7);
    assert_true(shared.B.rows == 7 && shared.B.cols == 5);
    assert_true(shared.C.rows == 3 && shared.C.cols == 5);
    assert_true((char *)shared.B.data >= (char *)shared.A.data + 7 * 3 * 4);
    assert_true((char *)shared.C.data >= (char *)shared.B.data + 7 * 5 * 4);
    assert_true(base + bytes >= (char *)shared.C.data + 3 * 5 * 4);
    assert_true(((char *)shared.C.data - base) % 64 == 0);
    assert_int_equal(mm_exchange_lay(&product, NULL, &shared), bytes);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_beginnings),
        cmocka_unit_test(test_program_that_is_not_there),
        cmocka_unit_test(test_good_worker),
        cmocka_unit_test(test_crash_in_the_middle),
        cmocka_unit_test(test_ctrl_c_while_waiting),
        cmocka_unit_test(test_environment),
        cmocka_unit_test(test_exchange),
    };
    if (argc == 3)
        return play(argv[2]);
    memory = memfd_create("test", MFD_CLOEXEC);
    assert_true(memory >= 0);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("rival", tests, NULL, NULL);
}
