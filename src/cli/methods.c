/* mmcli methods: the table of methods. */
#include "methods.h"

#include <stdio.h>

#include "cli/cli.h"
#include "cli/options.h"

int cli_methods(int argc, char **argv)
{
    bool markdown = false;
    const cli_option options[] = {
        {"markdown", NULL, "print a Markdown table, as the README has it", cli_set_flag, &markdown},
    };
    const cli_command command = {
        .name = "methods",
        .usage = "[OPTIONS]",
        .help = "Lists the methods as FRONTEND:NAME. Those of cli are timed by mmcli bench; those of octave "
                "by mm_bench\n"
                "in Octave. mmcli lab times both (the ones marked with *).\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    if (markdown)
        printf("| method | in the lab | what it is |\n| --- | --- | --- |\n");
    for (int i = 0; i < mm_method_count; i++) {
        const mm_method *method = &mm_methods[i];
        char name[64];
        snprintf(name, sizeof name, "%s:%s", method->frontend, method->name);
        if (markdown)
            printf("| `%s` | %s | %s |\n", name, method->in_lab ? "yes" : "", method->summary);
        else
            printf("%-19s %s %s\n", name, method->in_lab ? "*" : " ", method->summary);
    }
    return MM_OK;
}
