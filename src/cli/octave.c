#include "cli/octave.h"

#include <errno.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"

enum { NOT_FOUND = 127 }; /* the shell's exit status for a command that is not there */

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

static void become_octave(const cli_octave *octave, const char *command, const char *script)
{
    set_environment();
    execlp(octave->program, octave->program, "--no-init-file", "--no-history", "--quiet", "--path",
           octave->functions, "--path", octave->mex, "--eval", script, (char *)NULL);
    fprintf(stderr, "mmcli %s: %s: %s\n", command, octave->program, strerror(errno));
    _exit(NOT_FOUND);
}

/* Octave's exit status as ours: our functions exit with mmcli's codes, other errors give 1 in Octave. */
static int exit_code(const char *command, int status)
{
    mm_error err = {0};
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT)
        return MM_INTERRUPTED;
    if (WIFSIGNALED(status)) {
        mm_fail(&err, MM_UNAVAILABLE, "octaveDied", "Octave was ended by signal %d (%s)", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
        return cli_fail(command, &err);
    }
    int code = WEXITSTATUS(status);
    return code == NOT_FOUND ? MM_UNAVAILABLE : code;
}

int cli_octave_run(const cli_octave *octave, const char *command, const char *function, const char *arguments)
{
    mm_error err = {0};
    char script[3 * CLI_OCTAVE_TEXT_SIZE];
    snprintf(script, sizeof script, "exit (%s (%s))", function, arguments);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        become_octave(octave, command, script);
    signal(SIGINT, SIG_IGN); /* Octave answers Ctrl-C */
    int status = 0;
    if (child > 0 && waitpid(child, &status, 0) >= 0)
        return exit_code(command, status);
    mm_fail(&err, MM_UNAVAILABLE, "noProcess", "Octave could not be started: %s", strerror(errno));
    return cli_fail(command, &err);
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
