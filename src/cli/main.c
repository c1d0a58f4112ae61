/* mmcli: the commands, --help and --version. */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/isa.h"
#include "kernels/gemm.h"
#include "measure/environment.h"
#include "report/progress.h"
#include "version.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary; /* NULL: not for people */
} commands[] = {
    {"bench", cli_bench, "verify methods, then time them; write results.json and manifest.json"},
    {"lab", cli_lab, "the whole lab: both front ends, roofline, plots, the experiments' README.md"},
    {"ladder", cli_ladder, "what each step from an interpreted loop to BLAS is worth, factor by factor"},
    {"experiment", cli_experiment,
     "block sizes, an embedding, or the overhead of calls: measured, plotted, told"},
    {"verify", cli_verify, "check that methods compute the right product"},
    {"roofline", cli_roofline, "measure this CPU's peaks, the bandwidth of each cache level, and its clock"},
    {"intensity", cli_intensity, "what each method moves between caches: FLOP for a byte, level by level"},
    {"doctor", cli_doctor, "which BLAS, which kernel, how far from what this CPU can do, and the verified fix"},
    {"providers", cli_providers, "the BLAS libraries on this machine: version, kernel, threads, package"},
    {"rivals", cli_rivals, "our product beside every BLAS found, each under each of its kernels"},
    {"paths", cli_paths, "from expressions to routines, in every front end: what NumPy, Octave, ... call"},
    {"trace", cli_trace,
     "which BLAS routines a program calls: shapes, times, GFLOPS, the library that served"},
    {"product", cli_product, NULL},
    {"worker", cli_worker, NULL},
    {"methods", cli_methods, "list the methods"},
    {"inputs", cli_inputs, "write the lab's input matrices for other programs"},
    {"report", cli_report, "write README.md from a folder's results.json and manifest.json"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(void)
{
    printf("Usage: mmcli COMMAND [OPTIONS]\n\n"
           "Measures, explains and speeds up matrix multiplication.\n\nCommands:\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (commands[i].summary)
            printf("  %-11s %s\n", commands[i].name, commands[i].summary);
    printf("\n'mmcli COMMAND --help' documents each.\n"
           "Exit status: 0 done; 1 a finding, such as a wrong result; 2 usage; 3 not possible here;\n"
           "4 input, output or memory; 130 interrupted, with everything measured so far saved.\n");
}

void cli_print_error(const char *command, const char *text)
{
    mm_progress(NULL);
    fprintf(stderr, "mmcli%s%s: ", command ? " " : "", command ? command : "");
    for (; *text; text++)
        fputc(iscntrl((unsigned char)*text) ? '?' : *text, stderr);
    fputc('\n', stderr);
}

int cli_fail(const char *command, const mm_error *err)
{
    cli_print_error(command, err->text);
    return (int)err->code;
}

/* --- Interrupts. */

static volatile sig_atomic_t interrupts;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    if (interrupts++ > 0)
        _exit(MM_INTERRUPTED); /* what earlier shapes gave is on disk */
}

void cli_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool cli_interrupted(void)
{
    return interrupts > 0;
}

mm_status cli_fail_interrupted(bool is_any_measured, const char *out_dir, mm_error *err)
{
    if (!is_any_measured)
        return mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted; nothing was measured yet");
    return mm_fail(err, MM_INTERRUPTED, "interrupted", "interrupted; what was measured so far is %s",
                   out_dir ? "saved" : "shown");
}

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    char text[256] = "a command is missing; 'mmcli --help' lists them";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        return MM_OK;
    }
    if (strcmp(name, "--version") == 0) {
        printf("mmcli %s%s%s\n", MM_VERSION, *MM_COMMIT ? " " : "", MM_COMMIT);
        return MM_OK;
    }
    mm_error err = {0};
    if (mm_isa_check_environment(&err) != MM_OK)
        return cli_fail(NULL, &err);
    mm_gemm_limit_threads(mm_environment_quota_cpus());
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    if (*name)
        snprintf(text, sizeof text, "'%.150s' is no command; 'mmcli --help' lists them", name);
    cli_print_error(NULL, text);
    return MM_USAGE;
}

int main(int argc, char **argv)
{
    int code = run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    cli_print_error(NULL, "writing to standard output failed");
    return code != MM_OK ? code : MM_IO;
}
