#include "traffic/child.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure/clock.h"

mm_status mm_child_start(char *const argv[], const char *out, const char *log, mm_child *child, mm_error *err)
{
    posix_spawn_file_actions_t files;
    *child = (mm_child){0};
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int why = posix_spawnp(&child->pid, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (why == 0)
        return MM_OK;
    child->pid = 0;
    return mm_fail(err, MM_UNAVAILABLE, "noProcess", "%s could not be started: %s", argv[0], strerror(why));
}

static void kill_all(mm_child *children, int count)
{
    for (int i = 0; i < count; i++) {
        if (children[i].pid <= 0)
            continue;
        kill(children[i].pid, SIGKILL);
        waitpid(children[i].pid, &children[i].status, 0);
        children[i].pid = 0;
    }
}

/* Takes leave of those that have ended. Returns how many are left. */
static int collect(mm_child *children, int count, bool *failed)
{
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (children[i].pid > 0 &&
            waitpid(children[i].pid, &children[i].status, WNOHANG) == children[i].pid) {
            children[i].pid = 0;
            *failed = *failed || children[i].status != 0;
        }
        left += children[i].pid > 0;
    }
    return left;
}

mm_status mm_children_wait(mm_child *children, int count, double deadline_s, bool (*interrupted)(void),
                           mm_error *err)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    mm_status status = MM_OK;
    bool failed = false;
    while (status == MM_OK && collect(children, count, &failed) > 0 && !failed) {
        nanosleep(&pause, NULL);
        if (interrupted && interrupted())
            status = mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted");
        else if (mm_clock_s() > deadline_s)
            status = mm_fail(err, MM_UNAVAILABLE, "tooLong", "stopped at the end of the budget");
    }
    kill_all(children, count);
    if (status == MM_OK && interrupted && interrupted()) /* Ctrl-C ends the children of a terminal too */
        return mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted");
    if (status == MM_OK && failed)
        return mm_fail(err, MM_UNAVAILABLE, "childFailed", "a child process did not end well");
    return status;
}
