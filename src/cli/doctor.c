/* mmcli doctor: which BLAS, which kernel, how far from what this CPU can do, and the fix. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "doctor/doctor.h"
#include "report/doctor_page.h"
#include "report/progress.h"

typedef struct output {
    bool json, fix_env;
    const mm_language *language;
} output;

static mm_status show(const mm_diagnosis *diagnosis, const output *to, mm_error *err)
{
    char *text = NULL;
    mm_status status;
    if (to->fix_env)
        status = mm_doctor_environment(diagnosis, &text, err);
    else if (to->json)
        status = mm_doctor_to_text(diagnosis, &text, err);
    else
        status = mm_doctor_page(diagnosis, to->language, &text, err);
    if (status == MM_OK)
        fputs(text, stdout);
    free(text);
    return status;
}

static int run(const mm_doctor_options *options, const output *to)
{
    mm_diagnosis *diagnosis = calloc(1, sizeof *diagnosis);
    mm_error err = {0}, other = {0};
    if (!diagnosis) {
        mm_fail_memory(&err, sizeof *diagnosis);
        return cli_fail("doctor", &err);
    }
    cli_catch_interrupts();
    mm_status status = mm_doctor_run(options, diagnosis, &err), shown = MM_OK;
    mm_progress(NULL);
    if (status == MM_OK || (status == MM_INTERRUPTED && diagnosis->look_count > 0))
        shown = show(diagnosis, to, &other);
    int sick = mm_diagnosis_sick(diagnosis);
    mm_diagnosis_free(diagnosis);
    free(diagnosis);
    if (status != MM_OK)
        return cli_fail("doctor", &err);
    return shown != MM_OK ? cli_fail("doctor", &other) : sick > 0 ? MM_FINDING : MM_OK;
}

static bool is_probe(const char *name, size_t length)
{
    const char *id;
    for (int i = 0; (id = mm_doctor_probe(i, NULL)) != NULL; i++)
        if (strlen(id) == length && strncmp(id, name, length) == 0)
            return true;
    return false;
}

/* "kernel,threads" */
static mm_status set_probes(const char *value, void *target, mm_error *err)
{
    char known[256] = "";
    const char *id;
    for (int i = 0; (id = mm_doctor_probe(i, NULL)) != NULL; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i > 0 ? ", " : "", id);
    for (const char *item = value;; item++) {
        size_t length = strcspn(item, ",");
        if (!is_probe(item, length))
            return mm_fail(err, MM_USAGE, "badValue", "got '%.*s', expected some of %s", (int)length, item,
                           known);
        item += length;
        if (!*item)
            break;
    }
    *(const char **)target = value;
    return MM_OK;
}

/* What the options alone do not tell. */
static mm_status check_use(int argc, char **argv, int first, const output *to, mm_error *err)
{
    const bool is_after_dashes = first > 1 && strcmp(argv[first - 1], "--") == 0;
    if (to->json && to->fix_env)
        return mm_fail(err, MM_USAGE, "badOption", "got --json and --fix-env, expected one of them");
    if (first < argc && !is_after_dashes)
        return mm_fail(err, MM_USAGE, "badOperand",
                       "'%.150s' is one word too many: a program to examine follows --", argv[first]);
    if (first == argc && is_after_dashes)
        return mm_fail(err, MM_USAGE, "badOperand",
                       "no program follows --; without -- the default library is examined");
    return MM_OK;
}

int cli_doctor(int argc, char **argv)
{
    mm_doctor_options doctor = {
        .budget_s = 30, .patience_s = 5, .interrupted = cli_interrupted, .progress = mm_progress};
    output to = {.language = &mm_languages[0]};
    const cli_option options[] = {
        {"json", NULL, "print doctor.json instead of a page", cli_set_flag, &to.json},
        {"fix-env", NULL, "print only the lines for a shell, of fixes that were verified", cli_set_flag,
         &to.fix_env},
        {"lang", "en", "language of the page: en, es or ko (en)", cli_set_language, &to.language},
        {"only", "ID,ID", "only these probes, as looked_at in doctor.json names them (all)", set_probes,
         &doctor.only},
        {"skip", "ID,ID", "all but these probes (none)", set_probes, &doctor.skip},
        {"patience", "S", "seconds after which a child that does not answer hangs (5)", cli_set_seconds,
         &doctor.patience_s},
        {"budget", "S", "seconds for everything, about (30)", cli_set_seconds, &doctor.budget_s},
    };
    const cli_command command = {
        .name = "doctor",
        .usage = "[OPTIONS] [-- PROGRAM ARGS]",
        .help =
            "Which BLAS serves here, which of its kernels runs, how far that is from what this CPU can do, "
            "and\n"
            "what to change. Each fix is tried in a child process first: right results, then a clear gain.\n"
            "Exit status: 0 healthy, 1 with findings.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operand_max = INT_MAX,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    mm_error err = {0};
    if (check_use(argc, argv, first, &to, &err) != MM_OK)
        return cli_fail("doctor", &err);
    const char *named = getenv("OCTAVE");
    doctor.octave = named && *named ? named : "octave-cli";
    doctor.program = first < argc ? argv + first : NULL;
    doctor.program_output = to.json || to.fix_env ? STDERR_FILENO : -1;
    return run(&doctor, &to);
}
