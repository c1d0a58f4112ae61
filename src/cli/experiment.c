/* mmcli experiment: one of the experiments that Octave runs. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/octave.h"
#include "cli/options.h"

static const struct {
    const char *name, *function, *folder;
    double budget_s;
} experiments[] = {
    {"blocking", "bench_blocking", "04-blocking", 60},
    {"embedding", "bench_embedding", "05-embedding", 10},
    {"overhead", "bench_overhead", "06-overhead", 20},
};
enum { EXPERIMENT_COUNT = sizeof experiments / sizeof *experiments };

static int find(const char *name)
{
    for (int i = 0; i < EXPERIMENT_COUNT; i++)
        if (strcmp(experiments[i].name, name) == 0)
            return i;
    return -1;
}

static int run(char **command_line, int which, const char *out, double budget_s, const char *seed,
               const char *lang)
{
    mm_error err = {0};
    cli_octave octave;
    char arguments[3 * CLI_OCTAVE_TEXT_SIZE - 256], out_text[CLI_OCTAVE_TEXT_SIZE],
        command[CLI_OCTAVE_TEXT_SIZE];
    if (cli_octave_find(&octave, &err) != MM_OK)
        return cli_fail("experiment", &err);
    cli_octave_quote(out ? out : experiments[which].folder, out_text);
    cli_octave_quote_words(command_line, command);
    snprintf(arguments, sizeof arguments,
             "\"experiment\", @%s, \"out\", %s, \"budget\", %.17g, \"seed\", \"%s\", \"lang\", \"%s\", "
             "\"command\", %s",
             experiments[which].function, out_text, budget_s >= 0 ? budget_s : experiments[which].budget_s,
             seed, lang, command);
    return cli_octave_run(&octave, "experiment", "__mm_main__", arguments);
}

int cli_experiment(int argc, char **argv)
{
    const char *out = NULL;
    double budget_s = -1;
    mm_uint128 seed = 42;
    const mm_language *language = &mm_languages[0];
    const cli_option options[] = {
        {"out", "DIR", "folder for the experiment (04-blocking, 05-embedding, 06-overhead)", cli_set_text,
         &out},
        {"budget", "S", "seconds to measure for, 0 for no bound (60, 10, 20)", cli_set_seconds, &budget_s},
        {"seed", "S", "seed of inputs and of the order in rounds, up to 128 bits (42)", cli_set_seed, &seed},
        {"lang", "en", "language of the text: en, es or ko (en)", cli_set_language, &language},
    };
    const cli_command command = {
        .name = "experiment",
        .usage = "[OPTIONS] NAME",
        .help =
            "Runs an experiment in Octave and writes DIR/README.md, perf.png, perf.svg, manifest.json and "
            "its\n"
            "data, results.json or timings.json. NAME is\n"
            "  blocking   does blocking help? block sizes 16 to 256, compiled and interpreted\n"
            "  embedding  a row looked up, multiplied for, and the vocabulary's projection, on the roofline\n"
            "  overhead   what a call costs beside its arithmetic, from Octave, MEX functions and C\n"
            "OCTAVE names another Octave than octave-cli.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operand_min = 1,
        .operand_max = 1,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    int which = find(argv[first]);
    mm_error err = {0};
    char seed_text[MM_SEED_TEXT_SIZE];
    mm_seed_format(seed, seed_text);
    if (which >= 0)
        return run(argv - 1, which, out, budget_s, seed_text, language->code);
    mm_fail(&err, MM_USAGE, "badValue", "got '%.150s', expected blocking, embedding or overhead",
            argv[first]);
    return cli_fail("experiment", &err);
}
