#include "frontends/talk.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cleanup.h"
#include "measure/clock.h"
#include "measure/threads.h"
#include "record/file.h"

enum { POLL_MS = 20 };

/* talk: what stdin and stdout are; -1: there is no input, and the output goes into the log, too. */
static pid_t spawn(char *const argv[], char *const envp[], int talk, const char *log)
{
    pid_t pid = 0;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (talk >= 0)
        posix_spawn_file_actions_adddup2(&files, talk, STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, talk >= 0 ? talk : STDERR_FILENO, STDOUT_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); /* a terminal's Ctrl-C is the parent's */
    if (posix_spawnp(&pid, argv[0], &files, &attributes, argv, envp) != 0)
        pid = 0;
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return pid;
}

pid_t mm_talk_spawn(char *const argv[], char *const envp[], const char *log)
{
    return spawn(argv, envp, -1, log);
}

mm_status mm_talk_start(mm_talk *talk, char *const argv[], char *const envp[], const char *log, bool pinned,
                        mm_error *err)
{
    int ends[2];
    talk->pid = 0;
    talk->held_bytes = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return mm_fail(err, MM_UNAVAILABLE, "noProcess", "no socket for a front end could be had");
    talk->pid = spawn(argv, envp, ends[1], log);
    talk->socket = ends[0];
    close(ends[1]);
    if (talk->pid > 0 && pinned)
        mm_threads_pin(talk->pid, 1);
    if (talk->pid > 0)
        return MM_OK;
    close(talk->socket);
    return mm_fail(err, MM_UNAVAILABLE, "noProcess", "%.200s could not be started", argv[0]);
}

void mm_talk_end(mm_talk *talk)
{
    if (talk->pid <= 0)
        return;
    close(talk->socket);
    kill(-talk->pid, SIGKILL); /* also ends one that is stopped */
    waitpid(talk->pid, NULL, 0);
    talk->pid = 0;
}

void mm_talk_rest(const mm_talk *talk)
{
    if (talk->pid > 0)
        kill(talk->pid, SIGSTOP);
}

/* It closed its end, or is about to: how did it end? */
static mm_status tell_end(mm_talk *talk, mm_error *err)
{
    int how = 0;
    double end_s = mm_clock_s() + 5;
    pid_t ended;
    while ((ended = waitpid(talk->pid, &how, WNOHANG)) == 0 && mm_clock_s() < end_s)
        usleep(1000);
    if (ended != talk->pid) {
        mm_talk_end(talk);
        return mm_fail(err, MM_UNAVAILABLE, "crashed", "closed its output but did not end");
    }
    close(talk->socket);
    talk->pid = 0;
    if (WIFSIGNALED(how))
        return mm_fail(err, MM_UNAVAILABLE, "crashed", "crashed (signal %d, %s)", WTERMSIG(how),
                       strsignal(WTERMSIG(how)));
    return mm_fail(err, MM_UNAVAILABLE, "crashed", "ended by itself with exit status %d", WEXITSTATUS(how));
}

static mm_status wait_for_bytes(mm_talk *talk, double end_s, double limit_s, mm_error *err)
{
    struct pollfd waited = {.fd = talk->socket, .events = POLLIN};
    while (poll(&waited, 1, POLL_MS) <= 0) { /* a signal wakes it, too */
        if (talk->interrupted && talk->interrupted()) {
            mm_talk_end(talk);
            return mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted");
        }
        if (mm_clock_s() > end_s) {
            mm_talk_end(talk);
            return mm_fail(err, MM_UNAVAILABLE, "hung", "hung: no answer in %.3g s", limit_s);
        }
    }
    return MM_OK;
}

mm_status mm_talk_line(mm_talk *talk, double limit_s, char line[MM_TALK_LINE_SIZE], mm_error *err)
{
    double end_s = mm_clock_s() + limit_s;
    char *newline;
    while (!(newline = memchr(talk->held, '\n', talk->held_bytes)) && talk->held_bytes < sizeof talk->held) {
        mm_status status = wait_for_bytes(talk, end_s, limit_s, err);
        if (status != MM_OK)
            return status;
        ssize_t got =
            recv(talk->socket, talk->held + talk->held_bytes, sizeof talk->held - talk->held_bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return tell_end(talk, err);
        talk->held_bytes += (size_t)got;
    }
    size_t length = newline ? (size_t)(newline - talk->held) : talk->held_bytes;
    size_t taken = length + (newline != NULL);
    snprintf(line, MM_TALK_LINE_SIZE, "%.*s", (int)length, talk->held);
    memmove(talk->held, talk->held + taken, talk->held_bytes - taken);
    talk->held_bytes -= taken;
    return MM_OK;
}

mm_status mm_talk_ask(mm_talk *talk, const char *request, double limit_s, double *seconds, mm_error *err)
{
    char line[MM_TALK_LINE_SIZE], *end = NULL;
    size_t length = strlen(request);
    kill(talk->pid, SIGCONT);
    if (send(talk->socket, request, length, MSG_NOSIGNAL) != (ssize_t)length)
        return tell_end(talk, err);
    mm_status status = mm_talk_line(talk, limit_s, line, err);
    if (status != MM_OK)
        return status;
    mm_talk_rest(talk);
    if (strncmp(line, "no\t", 3) == 0)
        return mm_fail(err, MM_UNAVAILABLE, "refused", "%.240s", line + 3);
    *seconds = strncmp(line, "ok\t", 3) == 0 ? strtod(line + 3, &end) : NAN;
    if (end && *end == '\0' && isfinite(*seconds) && *seconds >= 0)
        return MM_OK;
    mm_talk_end(talk);
    return mm_fail(err, MM_UNAVAILABLE, "badAnswer", "answered with what is no answer: '%.100s'", line);
}

void mm_talk_last_words(const char *log, char *words, size_t size)
{
    char *text MM_FREED = NULL;
    *words = '\0';
    if (mm_file_read(log, &text, NULL, NULL) != MM_OK)
        return;
    char *state = NULL;
    for (char *line = strtok_r(text, "\n", &state); line; line = strtok_r(NULL, "\n", &state)) {
        while (isspace((unsigned char)*line))
            line++;
        if (*line)
            snprintf(words, size, "%s", line);
    }
    for (; *words; words++)
        if (iscntrl((unsigned char)*words))
            *words = ' ';
}
