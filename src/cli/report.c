/* mmcli report: README.md from the data. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "report/experiment.h"

static mm_status set_experiment(const char *value, void *target, mm_error *err)
{
    return mm_experiment_parse(value, target, err);
}

int cli_report(int argc, char **argv)
{
    mm_experiment experiment = MM_EXPERIMENT_OF_DATA;
    const mm_language *language = &mm_languages[0];
    const cli_option options[] = {
        {"as", "NAME", "the experiment: lab, roofline, blocking, embedding, overhead or paths (that of the data)",
         set_experiment, &experiment},
        {"lang", "en", "language of the text: en, es or ko (en)", cli_set_language, &language},
    };
    const cli_command command = {
        .name = "report",
        .usage = "[OPTIONS] DIR",
        .help =
            "Writes DIR/README.md from DIR/manifest.json and the data of the experiment: DIR/results.json,\n"
            "DIR/roofline.json, DIR/timings.json or DIR/paths.json. The same data give the same bytes.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operand_min = 1,
        .operand_max = 1,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    mm_error err = {0};
    if (mm_experiment_report(argv[first], experiment, language, &err) != MM_OK)
        return cli_fail("report", &err);
    printf("%s/README.md\n", argv[first]);
    return MM_OK;
}
