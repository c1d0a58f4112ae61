#include "doctor/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/rival_environment.h"
#include "doctor/mapped.h"
#include "measure/clock.h"

enum { TICK_US = 5000 };

/* --- The program, which waits until it is watched. */

static void become(char *const *argv, const mm_watch_options *options, int go, int failure)
{
    char byte;
    if (options->output >= 0)
        dup2(options->output, STDOUT_FILENO);
    if (options->quiet) {
        int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(nowhere, STDERR_FILENO);
    }
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (read(go, &byte, 1) == 1)
        execvp(argv[0], argv);
    int why = errno;
    _exit(write(failure, &why, sizeof why) == (ssize_t)sizeof why ? 127 : 126);
}

typedef struct watch {
    const mm_watch_options *options;
    mm_watched *out;
    pid_t program;
    int go, failure; /* ends of pipes */
    int why;         /* errno where it could not be executed */
    pid_t *traced;   /* threads that were seen, but for those that have ended */
    int traced_count;
    double end_s;
} watch;

static mm_status start(watch *w, char *const *argv, mm_error *err)
{
    int go[2] = {-1, -1}, failure[2] = {-1, -1};
    if (pipe2(go, O_CLOEXEC) != 0 || pipe2(failure, O_CLOEXEC) != 0 || (w->program = fork()) < 0) {
        mm_status status = mm_fail(err, MM_UNAVAILABLE, "noProgram", "%.200s could not be started: %s",
                                   argv[0], strerror(errno));
        for (int end = 0; end < 2; end++) {
            close(go[end]);
            close(failure[end]);
        }
        return status;
    }
    if (w->program == 0)
        become(argv, w->options, go[0], failure[1]);
    close(go[0]);
    close(failure[1]);
    w->go = go[1];
    w->failure = failure[0];
    return MM_OK;
}

/* Its end of the pipe closes when it is executed, or tells why it could not be. */
static void note_failure(watch *w, bool wait)
{
    if (w->why != 0)
        return;
    fcntl(w->failure, F_SETFL, wait ? 0 : O_NONBLOCK);
    if (read(w->failure, &w->why, sizeof w->why) != (ssize_t)sizeof w->why)
        w->why = 0;
}

static int exit_status_of(int how)
{
    return WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
}

/* The process and what it has started, where the kernel lists them: the youngest first. */
static void for_tree(pid_t pid, int depth, void (*visit)(watch *, pid_t), watch *w)
{
    char name[80];
    int child;
    snprintf(name, sizeof name, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *children = depth < 8 ? fopen(name, "re") : NULL;
    while (children && fscanf(children, "%d", &child) == 1)
        for_tree(child, depth + 1, visit, w);
    if (children)
        fclose(children);
    visit(w, pid);
}

static void end(watch *w, pid_t pid)
{
    (void)w;
    kill(pid, SIGKILL);
}

/* Ended by the user, or for having taken too long? */
static mm_status look_up(watch *w, mm_error *err)
{
    bool is_interrupted = w->options->interrupted && w->options->interrupted();
    if (!is_interrupted && (w->options->limit_s <= 0 || mm_clock_s() <= w->end_s))
        return MM_OK;
    for_tree(w->program, 0, end, w);
    return is_interrupted
               ? mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted")
               : mm_fail(err, MM_UNAVAILABLE, "hung", "it did not end in %.3g s", w->options->limit_s);
}

/* --- ptrace. */

static bool is_leader(pid_t pid)
{
    char name[64], line[128];
    int group = 0;
    snprintf(name, sizeof name, "/proc/%d/status", (int)pid);
    FILE *status = fopen(name, "r");
    while (status && fgets(line, sizeof line, status) && sscanf(line, "Tgid: %d", &group) != 1)
        ;
    if (status)
        fclose(status);
    return group == (int)pid;
}

static void remember(watch *w, pid_t thread)
{
    for (int i = 0; i < w->traced_count; i++)
        if (w->traced[i] == thread)
            return;
    pid_t *longer = realloc(w->traced, (size_t)(w->traced_count + 1) * sizeof *longer);
    if (!longer)
        return;
    w->traced = longer;
    w->traced[w->traced_count++] = thread;
}

static void forget(watch *w, pid_t thread)
{
    for (int i = 0; i < w->traced_count; i++)
        if (w->traced[i] == thread)
            w->traced[i--] = w->traced[--w->traced_count];
}

/* A stopped thread, and the child that it has just made, whose own stop may come later than the program's
 * end. */
static void remember_stopped(watch *w, pid_t thread, int event)
{
    unsigned long child;
    remember(w, thread);
    if ((event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE) &&
        ptrace(PTRACE_GETEVENTMSG, thread, NULL, &child) == 0)
        remember(w, (pid_t)child);
}

/* What the program leaves behind would be stopped at its next signal, with nobody to let it go on. */
static void let_go(watch *w)
{
    for (int i = 0; i < w->traced_count; i++) {
        int how;
        pid_t stopped = 0, thread = w->traced[i];
        if (ptrace(PTRACE_INTERRUPT, thread, NULL, NULL) != 0)
            continue;
        for (int tries = 0; tries < 100 && (stopped = waitpid(thread, &how, __WALL | WNOHANG)) == 0; tries++)
            usleep(1000);
        if (stopped != thread || !WIFSTOPPED(how))
            continue;
        remember_stopped(w, thread, how >> 16);
        ptrace(PTRACE_DETACH, thread, NULL, (void *)(intptr_t)(how >> 16 ? 0 : WSTOPSIG(how)));
    }
    free(w->traced);
    w->traced = NULL;
    w->traced_count = 0;
}

/* Lets a stopped process go on, with the signal that it was stopped for. */
static void go_on(watch *w, pid_t pid, int how)
{
    int signal_number = WSTOPSIG(how), event = how >> 16;
    remember_stopped(w, pid, event);
    if (event == PTRACE_EVENT_EXIT && is_leader(pid))
        mm_mapped_read(pid, w->out);
    bool is_stop = signal_number == SIGSTOP || signal_number == SIGTSTP || signal_number == SIGTTIN ||
                   signal_number == SIGTTOU;
    if (event == PTRACE_EVENT_STOP && is_stop)
        ptrace(PTRACE_LISTEN, pid, NULL, NULL); /* Ctrl-Z: it stays stopped until it is continued */
    else
        ptrace(PTRACE_CONT, pid, NULL, (void *)(intptr_t)(event != 0 ? 0 : signal_number));
}

/* Until the program has ended: what it leaves behind may be of interest, but is not waited for. */
static mm_status trace(watch *w, mm_error *err)
{
    mm_status status = MM_OK, now;
    bool ended = false;
    while (!ended) {
        int how;
        pid_t pid = waitpid(-1, &how, __WALL | WNOHANG);
        if (pid < 0 && errno != EINTR)
            break;
        if (pid > 0 && WIFSTOPPED(how)) {
            go_on(w, pid, how);
        } else if (pid > 0) {
            forget(w, pid);
            ended = pid == w->program;
        }
        if (ended)
            w->out->exit_status = exit_status_of(how);
        if (pid == 0)
            usleep(TICK_US / 5);
        if (status == MM_OK && (now = look_up(w, err)) != MM_OK)
            status = now;
    }
    let_go(w);
    return status;
}

/* --- Polling. */

static void read_one(watch *w, pid_t pid)
{
    mm_mapped_read(pid, w->out);
}

static mm_status poll_proc(watch *w, mm_error *err)
{
    mm_status status = MM_OK, now;
    int how = 0;
    note_failure(w, true); /* before it is executed it is a copy of us, libraries and all */
    while (waitpid(w->program, &how, WNOHANG) == 0) {
        for_tree(w->program, 0, read_one, w);
        usleep(TICK_US);
        if (status == MM_OK && (now = look_up(w, err)) != MM_OK)
            status = now;
    }
    w->out->exit_status = exit_status_of(how);
    return status;
}

/* --- */

static bool seize(pid_t pid)
{
    const long options = PTRACE_O_TRACEEXIT | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                         PTRACE_O_TRACEEXEC;
    return ptrace(PTRACE_SEIZE, pid, NULL, (void *)options) == 0;
}

mm_status mm_watch(char *const *argv, const mm_watch_options *options, mm_watched *watched, mm_error *err)
{
    static const char *const unchanged[] = {NULL};
    watch w = {.options = options, .out = watched, .end_s = mm_clock_s() + options->limit_s};
    *watched = (mm_watched){0};
    mm_status status = start(&w, argv, err);
    if (status != MM_OK)
        return status;
    watched->is_traced = !options->poll && seize(w.program);
    if (write(w.go, "", 1) != 1)
        kill(w.program, SIGKILL);
    close(w.go);
    status = watched->is_traced ? trace(&w, err) : poll_proc(&w, err);
    note_failure(&w, false);
    if (status == MM_OK && w.why != 0)
        status = mm_fail(err, MM_UNAVAILABLE, "noProgram", "%.200s could not be started: %s", argv[0],
                         strerror(w.why));
    close(w.failure);
    if (!watched->environment)
        watched->environment = mm_environment_with(environ, unchanged);
    return watched->environment || status != MM_OK ? status : mm_fail_memory(err, sizeof *environ);
}

void mm_watched_free(mm_watched *watched)
{
    mm_rival_environment_free(watched->environment);
    watched->environment = NULL;
}
