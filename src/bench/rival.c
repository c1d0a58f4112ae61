#include "bench/rival.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure/clock.h"

enum { POLL_MS = 50 };

void mm_rival_end(mm_rival *rival)
{
    if (rival->pid <= 0)
        return;
    close(rival->socket);
    kill(rival->pid, SIGKILL); /* also ends one that is stopped */
    waitpid(rival->pid, NULL, 0);
    rival->pid = 0;
}

/* It closed its end, or is about to: how did it end? */
static mm_status tell_end(mm_rival *rival, mm_error *err)
{
    int how = 0;
    double end_s = mm_clock_s() + 5;
    pid_t ended;
    while ((ended = waitpid(rival->pid, &how, WNOHANG)) == 0 && mm_clock_s() < end_s)
        usleep(1000);
    if (ended != rival->pid) {
        mm_rival_end(rival);
        return mm_fail(err, MM_UNAVAILABLE, "badAnswer", "closed its socket but did not end");
    }
    close(rival->socket);
    rival->pid = 0;
    if (WIFSIGNALED(how))
        return mm_fail(err, MM_UNAVAILABLE, "crashed", "crashed (signal %d, %s)", WTERMSIG(how),
                       strsignal(WTERMSIG(how)));
    return mm_fail(err, MM_UNAVAILABLE, "crashed", "ended by itself with exit status %d", WEXITSTATUS(how));
}

static mm_status wait_for_answer(mm_rival *rival, double limit_s, mm_error *err)
{
    double waited_s = 0; /* in slices, so that time in which this process itself was stopped does not count */
    struct pollfd waited = {.fd = rival->socket, .events = POLLIN};
    for (; poll(&waited, 1, POLL_MS) <= 0; waited_s += 1e-3 * POLL_MS) { /* a signal wakes it, too */
        if (rival->interrupted && rival->interrupted()) {
            mm_rival_end(rival);
            return mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted");
        }
        if (waited_s > limit_s) {
            mm_rival_end(rival);
            return mm_fail(err, MM_UNAVAILABLE, "hung", "hung: no answer in %.3g s", limit_s);
        }
    }
    return MM_OK;
}

static mm_status receive(mm_rival *rival, double limit_s, mm_answer *answer, mm_error *err)
{
    mm_status status = wait_for_answer(rival, limit_s, err);
    if (status != MM_OK)
        return status;
    ssize_t got = recv(rival->socket, answer, sizeof *answer, MSG_TRUNC);
    if (got <= 0)
        return tell_end(rival, err);
    if (got != (ssize_t)sizeof *answer || !isfinite(answer->seconds) || answer->seconds < 0) {
        mm_rival_end(rival);
        return mm_fail(err, MM_UNAVAILABLE, "badAnswer", "answered with what is no answer (%zd bytes)", got);
    }
    kill(rival->pid, SIGSTOP);
    answer->text[sizeof answer->text - 1] = '\0';
    if (answer->status == MM_OK)
        return MM_OK;
    return mm_fail(err, MM_UNAVAILABLE, "refused", "%s", answer->text);
}

static mm_status spawn(mm_rival *rival, char *const argv[], char *const envp[], int theirs, int memory,
                       mm_error *err)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, theirs, MM_WORKER_SOCKET);
    posix_spawn_file_actions_adddup2(&files, memory, MM_WORKER_MEMORY);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); /* a terminal's Ctrl-C is the parent's */
    int why = posix_spawnp(&rival->pid, argv[0], &files, &attributes, argv, envp);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (why == 0)
        return MM_OK;
    rival->pid = 0;
    return mm_fail(err, MM_UNAVAILABLE, "noProcess", "%.200s could not be started: %s", argv[0],
                   strerror(why));
}

mm_status mm_rival_start(mm_rival *rival, char *const argv[], char *const envp[], int memory, double limit_s,
                         mm_error *err)
{
    int ends[2];
    rival->pid = 0;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return mm_fail(err, MM_UNAVAILABLE, "noProcess", "no socket for a worker could be had");
    /* Above the places that the child's ends take, so that one dup2 does not close what the next needs. */
    int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, MM_WORKER_MEMORY + 1);
    int shared = fcntl(memory, F_DUPFD_CLOEXEC, MM_WORKER_MEMORY + 1);
    close(ends[1]);
    rival->socket = ends[0];
    mm_status status = spawn(rival, argv, envp, theirs, shared, err);
    close(theirs);
    close(shared);
    if (status != MM_OK)
        close(ends[0]);
    else if ((status = receive(rival, limit_s, &rival->hello, err)) != MM_OK)
        mm_rival_end(rival);
    return status;
}

mm_status mm_rival_ask(mm_rival *rival, const mm_request *request, double limit_s, mm_answer *answer,
                       mm_error *err)
{
    mm_answer ignored;
    kill(rival->pid, SIGCONT);
    if (send(rival->socket, request, sizeof *request, MSG_NOSIGNAL) != (ssize_t)sizeof *request)
        return tell_end(rival, err);
    return receive(rival, limit_s, answer ? answer : &ignored, err);
}
