/* mmcli lab: the whole lab. Octave measures, since both front ends' methods must be interleaved in one
 * process; this command starts it and reports how it went. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/octave.h"
#include "cli/options.h"

static int run(char **command_line, const char *out, double budget_s, const char *seed, const char *lang,
               mm_error *err)
{
    cli_octave octave;
    char arguments[3 * CLI_OCTAVE_TEXT_SIZE - 256], out_text[CLI_OCTAVE_TEXT_SIZE],
        command[CLI_OCTAVE_TEXT_SIZE];
    mm_error missing = {0};
    if (cli_octave_find(&octave, &missing) != MM_OK) {
        mm_fail(err, missing.code, missing.id, "%.400s, or use mmcli bench, which needs no Octave",
                missing.text);
        return cli_fail("lab", err);
    }
    cli_octave_quote(out, out_text);
    cli_octave_quote_words(command_line, command);
    snprintf(arguments, sizeof arguments,
             "\"lab\", @bench_lab01, \"out\", %s, \"budget\", %.17g, \"seed\", \"%s\", \"lang\", \"%s\", "
             "\"command\", %s",
             out_text, budget_s, seed, lang, command);
    return cli_octave_run(&octave, "lab", "__mm_main__", arguments);
}

int cli_lab(int argc, char **argv)
{
    const char *out = "lab";
    double budget_s = 120;
    mm_uint128 seed = 42;
    const mm_language *language = &mm_languages[0];
    const cli_option options[] = {
        {"out", "DIR", "folder for the experiments (lab)", cli_set_text, &out},
        {"budget", "S", "seconds to measure for, 0 for as long as it takes, which is hours (120)",
         cli_set_seconds, &budget_s},
        {"seed", "S", "seed of inputs and of the order in rounds, up to 128 bits (42)", cli_set_seed, &seed},
        {"lang", "en", "language of the texts: en, es or ko (en)", cli_set_language, &language},
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
    return run(argv - 1, out, budget_s, seed_text, language->code, &err);
}
