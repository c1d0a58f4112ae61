/* A program under the tracer: started, waited for, its records collected. */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cleanup.h"
#include "measure/clock.h"
#include "record/file.h"
#include "trace/trace.h"

/* --- Signals that are sent to us are the program's. What the terminal sends, its whole foreground group
 * gets, so that the program has it already. */

static volatile sig_atomic_t child_pid;

static void pass_on(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (child_pid > 0 && info->si_code != SI_KERNEL)
        kill(child_pid, number);
}

static const int passed_on[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
enum { PASSED_ON_COUNT = sizeof passed_on / sizeof *passed_on };

static void hold_signals(sigset_t *old)
{
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < PASSED_ON_COUNT; i++)
        sigaddset(&held, passed_on[i]);
    sigprocmask(SIG_BLOCK, &held, old);
}

/* One that is ignored stays so, here as in the program. */
static void answer_signals(struct sigaction old[PASSED_ON_COUNT])
{
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
    for (int i = 0; i < PASSED_ON_COUNT; i++) {
        sigaction(passed_on[i], NULL, &old[i]);
        if (old[i].sa_handler != SIG_IGN)
            sigaction(passed_on[i], &action, NULL);
    }
}

static void restore_signals(const struct sigaction old[PASSED_ON_COUNT])
{
    for (int i = 0; i < PASSED_ON_COUNT; i++)
        sigaction(passed_on[i], &old[i], NULL);
}

/* --- The program. */

/* LD_PRELOAD is divided at blanks and colons, with no way to quote them: such a path is linked to from the
 * folder. */
static mm_status name_tracer(const char *tracer, const char *folder, char *name, size_t size, mm_error *err)
{
    snprintf(name, size, "%s", tracer);
    if (!strpbrk(tracer, " :"))
        return MM_OK;
    snprintf(name, size, "%s/libmmtrace.so", folder);
    if (!strpbrk(name, " :") && symlink(tracer, name) == 0)
        return MM_OK;
    return mm_fail(err, MM_UNAVAILABLE, "badPath", "the loader cannot be told of %.200s, nor of %.200s",
                   tracer, folder);
}

static void set_environment(const mm_trace_run *run, const char *folder, const char *tracer)
{
    char number[32], both[8192];
    const char *others = getenv("LD_PRELOAD");
    snprintf(both, sizeof both, "%s%s%s", tracer, others && *others ? ":" : "", others ? others : "");
    snprintf(number, sizeof number, "%d", run->timeline);
    setenv("LD_PRELOAD", both, 1);
    setenv("MM_TRACE_DIR", folder, 1);
    setenv("MM_TRACE_TIMELINE", number, 1);
}

/* Starts the program; the pipe, closed by its start, carries the reason where there is none. Returns 0 or an
 * errno. */
static int start(const mm_trace_run *run, const char *folder, const char *tracer, const sigset_t *mask)
{
    int sign[2], why = 0;
    if (pipe2(sign, O_CLOEXEC) != 0)
        return errno;
    pid_t child = fork();
    if (child == 0) {
        set_environment(run, folder, tracer);
        sigprocmask(SIG_SETMASK, mask, NULL);
        execvp(run->command[0], run->command);
        why = errno;
        _exit(write(sign[1], &why, sizeof why) == sizeof why ? MM_UNAVAILABLE : MM_IO);
    }
    if (child < 0)
        why = errno;
    child_pid = child;
    close(sign[1]);
    if (child > 0 && read(sign[0], &why, sizeof why) == sizeof why)
        waitpid(child, NULL, 0);
    close(sign[0]);
    return why;
}

static mm_status run_program(const mm_trace_run *run, const char *folder, mm_trace *trace, mm_error *err)
{
    char tracer[PATH_MAX + 16];
    struct sigaction old[PASSED_ON_COUNT];
    sigset_t mask;
    int status = 0, why;
    mm_status code = name_tracer(run->tracer, folder, tracer, sizeof tracer, err);
    if (code != MM_OK)
        return code;
    hold_signals(&mask);
    double begin_s = mm_clock_s();
    if ((why = start(run, folder, tracer, &mask)) == 0)
        answer_signals(old);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if (why != 0)
        return mm_fail(err, MM_UNAVAILABLE, "cannotRun", "%.300s cannot be run: %s", run->command[0],
                       strerror(why));
    while (waitpid(child_pid, &status, 0) < 0 && errno == EINTR)
        ;
    trace->wall_s = mm_clock_s() - begin_s;
    child_pid = 0;
    restore_signals(old);
    trace->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    trace->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return MM_OK;
}

/* --- The records. */

static bool has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);
    return length >= end && strcmp(name + length - end, suffix) == 0;
}

static int by_name(const FTSENT **left, const FTSENT **right)
{
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

/* Reads every record of the folder and removes all of it. */
static mm_status collect(mm_trace *trace, char *folder, mm_error *err)
{
    char *roots[] = {folder, NULL};
    mm_status status = MM_OK;
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *entry; tree && (entry = fts_read(tree)) != NULL;) {
        char *record;
        size_t size;
        bool is_record = entry->fts_info == FTS_F && has_suffix(entry->fts_name, MM_TRACE_SUFFIX);
        if (is_record && status == MM_OK &&
            (status = mm_file_read(entry->fts_path, &record, &size, err)) == MM_OK)
            status = mm_trace_add(trace, entry->fts_name, record, size, err);
        if (entry->fts_info == FTS_DP)
            rmdir(entry->fts_path);
        else if (entry->fts_info != FTS_D)
            unlink(entry->fts_path);
    }
    if (tree)
        fts_close(tree);
    return status;
}

mm_status mm_trace_program(const mm_trace_run *run, mm_trace *trace, mm_error *err)
{
    char folder[PATH_MAX];
    const char *place = getenv("TMPDIR");
    *trace = (mm_trace){.command = run->command};
    snprintf(folder, sizeof folder, "%s/mmtrace-XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(folder))
        return mm_fail(err, MM_IO, "cannotWrite", "no folder can be made in %.200s: %s",
                       place && *place ? place : "/tmp", strerror(errno));
    mm_status status = run_program(run, folder, trace, err);
    mm_status read = collect(trace, folder, status == MM_OK ? err : NULL);
    mm_trace_finish(trace);
    return status != MM_OK ? status : read;
}
