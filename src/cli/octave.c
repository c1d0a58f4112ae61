#include "cli/octave.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"

/* Where the functions lie, relative to the program's own folder: in the source tree, and installed. */
static const struct {
    const char *octave, *mex;
} places[] = {
    {"../octave", "mex"},
    {"../../octave", "mex"}, /* a build folder of a build: build/sanitize/mmcli */
    {"../share/gemmlab/octave", "../lib/gemmlab/mex"},
};

static mm_status find_folders(cli_octave *octave, mm_error *err)
{
    char self[PATH_MAX] = "";
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    const char *dir = dirname(self);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char functions[PATH_MAX + 64], mex[PATH_MAX + 64];
        snprintf(functions, sizeof functions, "%s/%s", dir, places[i].octave);
        snprintf(mex, sizeof mex, "%s/%s", dir, places[i].mex);
        if (realpath(functions, octave->functions) && realpath(mex, octave->mex))
            return MM_OK;
    }
    return mm_fail(
        err, MM_UNAVAILABLE, "noMex",
        "the Octave functions were not found near %.200s: build them with 'make' (which needs mkoctfile)",
        dir);
}

/* As execvp looks for it: a name with a slash is a path, another is looked for in PATH. */
static bool is_program(const char *name)
{
    if (strchr(name, '/'))
        return access(name, X_OK) == 0;
    const char *path = getenv("PATH");
    for (const char *dir = path ? path : "/usr/bin:/bin"; *dir;) {
        size_t length = strcspn(dir, ":");
        char file[2 * PATH_MAX];
        snprintf(file, sizeof file, "%.*s/%s", (int)length, length > 0 ? dir : ".", name);
        if (access(file, X_OK) == 0)
            return true;
        dir += length + (dir[length] == ':');
    }
    return false;
}

mm_status cli_octave_find(cli_octave *octave, mm_error *err)
{
    const char *named = getenv("OCTAVE");
    snprintf(octave->program, sizeof octave->program, "%s", named && *named ? named : "octave-cli");
    if (!is_program(octave->program))
        return mm_fail(err, MM_UNAVAILABLE, "noOctave", "%.200s: %s; install GNU Octave ('make deps')",
                       octave->program, strerror(ENOENT));
    return find_folders(octave, err);
}

static void set_environment(void)
{
    static const char *const variables[] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                                            "BLIS_NUM_THREADS"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        setenv(variables[i], "1", 1);
}

/* --- Signals. Octave runs in a session of its own, so that a Ctrl-C reaches this process alone, and Octave
 * gets one interrupt however it was sent: a second one would break into its saving. */

static volatile sig_atomic_t octave_pid, interrupts;

enum { PATIENCE = 3 }; /* interrupts; the last ends an Octave that does not answer */

static void interrupt_octave(int signal_number)
{
    (void)signal_number;
    interrupts = interrupts + 1;
    if (interrupts == 1)
        kill(-octave_pid, SIGINT);
    else if (interrupts >= PATIENCE)
        kill(-octave_pid, SIGKILL);
}

static void stop_octave(int signal_number) /* Ctrl-Z */
{
    (void)signal_number;
    kill(-octave_pid, SIGSTOP);
    raise(SIGSTOP);
    kill(-octave_pid, SIGCONT);
}

static const struct {
    int number;
    void (*handler)(int);
    bool unless_ignored; /* as nohup and shells without job control ask for */
} answered[] = {
    {SIGINT, interrupt_octave, false},
    {SIGTERM, interrupt_octave, false},
    {SIGHUP, interrupt_octave, true},
    {SIGTSTP, stop_octave, true},
};
enum { ANSWERED_COUNT = sizeof answered / sizeof *answered };

static void answer_signals(void)
{
    for (int i = 0; i < ANSWERED_COUNT; i++) {
        struct sigaction old, action = {.sa_handler = answered[i].handler, .sa_flags = SA_RESTART};
        sigaction(answered[i].number, NULL, &old);
        if (old.sa_handler != SIG_IGN || !answered[i].unless_ignored)
            sigaction(answered[i].number, &action, NULL);
    }
}

/* --- The child. It writes a line to the pipe when its work is over: see octave/__mm_main__.m. */

static void become_octave(const cli_octave *octave, const char *command, const char *script, int sign_fd,
                          pid_t parent)
{
    char sign_file[32];
    snprintf(sign_file, sizeof sign_file, "/dev/fd/%d", sign_fd);
    setenv("GEMMLAB_SIGN_FILE", sign_file, 1);
    set_environment();
    setsid();
    signal(SIGINT, SIG_DFL); /* a shell's background jobs ignore it, and Octave would too */
    prctl(PR_SET_PDEATHSIG, SIGINT);
    if (getppid() != parent)
        _exit(MM_INTERRUPTED);
    execlp(octave->program, octave->program, "--no-init-file", "--no-history", "--quiet", "--path",
           octave->functions, "--path", octave->mex, "--eval", script, (char *)NULL);
    fprintf(stderr, "mmcli %s: %s: %s\n", command, octave->program, strerror(errno));
    _exit(write(sign_fd, "", 1) == 1 ? MM_UNAVAILABLE : MM_IO); /* nothing more to be said */
}

/* Starts Octave with the signals held until there is a process to pass them to. -1 with errno. */
static pid_t start(const cli_octave *octave, const char *command, const char *script, const int sign[2])
{
    sigset_t held, old;
    sigemptyset(&held);
    for (int i = 0; i < ANSWERED_COUNT; i++)
        sigaddset(&held, answered[i].number);
    sigprocmask(SIG_BLOCK, &held, &old);
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        sigprocmask(SIG_SETMASK, &old, NULL);
        become_octave(octave, command, script, sign[1], parent);
    }
    if (child > 0) {
        octave_pid = child;
        answer_signals();
    }
    sigprocmask(SIG_SETMASK, &old, NULL);
    return child;
}

/* Octave's exit status as ours: our functions exit with mmcli's codes. A program that gave no sign never came
 * to them, or not to their end. */
static int exit_code(const cli_octave *octave, const char *command, int status, bool signed_off)
{
    mm_error err = {0};
    bool was_signalled = WIFSIGNALED(status);
    if (interrupts > 0 && status != 0)
        return MM_INTERRUPTED;
    if (was_signalled && WTERMSIG(status) == SIGINT)
        return MM_INTERRUPTED;
    if (was_signalled)
        mm_fail(&err, MM_UNAVAILABLE, "octaveDied", "Octave was ended by signal %d (%s)", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    else if (!signed_off)
        mm_fail(
            &err, MM_UNAVAILABLE, "notOctave",
            "%.200s ended with exit status %d before the work was done; is it GNU Octave? Set OCTAVE to an "
            "octave-cli that runs",
            octave->program, WEXITSTATUS(status));
    return err.code != MM_OK ? cli_fail(command, &err) : WEXITSTATUS(status);
}

int cli_octave_run(const cli_octave *octave, const char *command, const char *function, const char *arguments)
{
    mm_error err = {0};
    char script[3 * CLI_OCTAVE_TEXT_SIZE], sign_text[1];
    snprintf(script, sizeof script, "exit (%s (%s))", function, arguments);
    fflush(stdout);
    int sign[2] = {-1, -1}, status = 0;
    pid_t child = pipe(sign) == 0 ? start(octave, command, script, sign) : -1;
    if (child < 0 || waitpid(child, &status, 0) < 0) {
        mm_fail(&err, MM_UNAVAILABLE, "noProcess", "Octave could not be started: %s", strerror(errno));
        return cli_fail(command, &err);
    }
    fcntl(sign[0], F_SETFL, O_NONBLOCK); /* Octave's own children may hold the other end */
    bool signed_off = read(sign[0], sign_text, sizeof sign_text) > 0;
    close(sign[0]);
    close(sign[1]);
    return exit_code(octave, command, status, signed_off);
}

void cli_octave_quote(const char *text, char literal[CLI_OCTAVE_TEXT_SIZE])
{
    size_t at = 0;
    literal[at++] = '"';
    for (; *text && at + 3 < CLI_OCTAVE_TEXT_SIZE; text++) {
        if (*text == '"' || *text == '\\' || *text == '\n')
            literal[at++] = '\\';
        literal[at++] = *text == '\n' ? 'n' : *text;
    }
    literal[at++] = '"';
    literal[at] = '\0';
}

void cli_octave_quote_words(char **words, char literal[CLI_OCTAVE_TEXT_SIZE])
{
    char lines[CLI_OCTAVE_TEXT_SIZE / 2] = "";
    size_t length = 0;
    for (int i = 0; words[i] && length < sizeof lines; i++)
        length +=
            (size_t)snprintf(lines + length, sizeof lines - length, "%s%s", i > 0 ? "\n" : "", words[i]);
    cli_octave_quote(lines, literal);
}
