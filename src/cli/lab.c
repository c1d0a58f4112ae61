/* mmcli lab: the whole lab. Octave measures, since both front ends' methods must be interleaved in one
 * process; this command finds Octave and gemmlab's folders, sets the threads that libraries read at start,
 * and reports how it went. */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"

enum { NOT_FOUND = 127 }; /* the shell's exit status for a command that is not there */

typedef struct folders {
    char octave[PATH_MAX], mex[PATH_MAX];
} folders;

/* Where the functions lie, relative to the program's own folder: in the source tree, and installed. */
static const struct {
    const char *octave, *mex;
} places[] = {
    {"../octave", "mex"},
    {"../../octave", "mex"}, /* a build folder of a build: build/sanitize/mmcli */
    {"../share/gemmlab/octave", "../lib/gemmlab/mex"},
};

static mm_status find_folders(folders *found, mm_error *err)
{
    char self[PATH_MAX] = "";
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    const char *dir = dirname(self);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char octave[PATH_MAX + 64], mex[PATH_MAX + 64];
        snprintf(octave, sizeof octave, "%s/%s", dir, places[i].octave);
        snprintf(mex, sizeof mex, "%s/%s", dir, places[i].mex);
        if (realpath(octave, found->octave) && realpath(mex, found->mex))
            return MM_OK;
    }
    return mm_fail(
        err, MM_UNAVAILABLE, "noMex",
        "the Octave functions were not found near %.200s: build them with 'make' (which needs mkoctfile)",
        dir);
}

/* A text as an Octave string literal, in double quotes. */
static void quote(const char *text, char *out, size_t size)
{
    size_t at = 0;
    out[at++] = '"';
    for (; *text && at + 3 < size; text++) {
        if (*text == '"' || *text == '\\' || *text == '\n')
            out[at++] = '\\';
        out[at++] = *text == '\n' ? 'n' : *text;
    }
    out[at++] = '"';
    out[at] = '\0';
}

/* The command line for the manifest: a word a line. */
static void join_words(char **words, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; words[i] && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s", i > 0 ? "\n" : "", words[i]);
}

static void set_environment(void)
{
    static const char *const variables[] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                                            "BLIS_NUM_THREADS"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        setenv(variables[i], "1", 1); /* L5; the row with all threads asks the library itself */
}

static void run_octave(const folders *where, const char *script)
{
    const char *octave = getenv("OCTAVE") ? getenv("OCTAVE") : "octave-cli";
    set_environment();
    execlp(octave, octave, "--no-init-file", "--no-history", "--quiet", "--path", where->octave, "--path",
           where->mex, "--eval", script, (char *)NULL);
    fprintf(stderr,
            "mmcli lab: %s: %s; install GNU Octave ('make deps'), or use mmcli bench, which needs none\n",
            octave, strerror(errno));
    _exit(NOT_FOUND);
}

/* Octave's exit status as ours: bench_lab01 exits with mmcli's codes, other errors give 1 in Octave. */
static int exit_code(int status)
{
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGINT ? MM_INTERRUPTED : MM_UNAVAILABLE;
    int code = WEXITSTATUS(status);
    return code == NOT_FOUND ? MM_UNAVAILABLE : code;
}

static int run(char **command_line, const char *out, double budget_s, const char *seed, mm_error *err)
{
    folders where;
    char script[6 * PATH_MAX], out_text[2 * PATH_MAX], command[2 * PATH_MAX], command_text[2 * PATH_MAX];
    mm_status status = find_folders(&where, err);
    if (status != MM_OK)
        return cli_fail("lab", err);
    quote(out, out_text, sizeof out_text);
    join_words(command_line, command, sizeof command);
    quote(command, command_text, sizeof command_text);
    snprintf(script, sizeof script,
             "exit (__mm_lab_main__ (\"out\", %s, \"budget\", %.17g, \"seed\", \"%s\", \"command\", %s))",
             out_text, budget_s, seed, command_text);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        run_octave(&where, script);
    signal(SIGINT, SIG_IGN); /* Octave answers Ctrl-C: it saves what was measured */
    int child_status = 0;
    if (child < 0 || waitpid(child, &child_status, 0) < 0) {
        mm_fail(err, MM_UNAVAILABLE, "noProcess", "Octave could not be started: %s", strerror(errno));
        return cli_fail("lab", err);
    }
    return exit_code(child_status);
}

int cli_lab(int argc, char **argv)
{
    const char *out = "lab";
    double budget_s = 120;
    mm_uint128 seed = 42;
    const cli_option options[] = {
        {"out", "DIR", "folder for the experiments (lab)", cli_set_text, &out},
        {"budget", "S", "seconds to measure for, 0 for as long as it takes, which is hours (120)",
         cli_set_seconds, &budget_s},
        {"seed", "S", "seed of inputs and of the order in rounds, up to 128 bits (42)", cli_set_seed, &seed},
    };
    const cli_command command = {
        .name = "lab",
        .usage = "[OPTIONS]",
        .help =
            "The whole lab, at N = 64..1024 in fp32: verifies and times the methods of both front ends in "
            "Octave,\n"
            "measures the roofline, and writes\n"
            "  DIR/01-roofline, DIR/03-matmul-perf: README.md, results.json, manifest.json, perf.png, "
            "perf.svg,\n"
            "  the first also roofline.json\n"
            "The interpreted loops take hours at N = 1024: what does not fit the budget is extrapolated by\n"
            "T(N) = 8 T(N/2), and says so. OCTAVE names another Octave than octave-cli.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    mm_error err = {0};
    char seed_text[MM_SEED_TEXT_SIZE];
    mm_seed_format(seed, seed_text);
    return run(argv - 1, out, budget_s, seed_text, &err);
}
