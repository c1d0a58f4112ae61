/* Options as a table: parsed by getopt_long, documented by --help, refused with one clear line. */
#ifndef MM_OPTIONS_H
#define MM_OPTIONS_H

#include "bench/bench.h"
#include "report/language.h"

/* Stores a value, or fails with a text that says what was got and expected. */
typedef mm_status cli_setter(const char *value, void *target, mm_error *err);

typedef struct cli_option {
    const char *name;     /* "sizes", for --sizes */
    const char *argument; /* "64,128", as --help shows it; NULL for a flag (value is then "") */
    const char *help;
    cli_setter *set;
    void *target;
} cli_option;

typedef struct cli_command {
    const char *name;
    const char *usage; /* what follows "mmcli NAME", e.g. "[OPTIONS] DIR" */
    const char *help;  /* a paragraph; ends with a newline */
    const cli_option *options;
    int option_count;
    int operand_min, operand_max; /* words that are no options */
} cli_command;

enum { CLI_GO_ON = -1 };

/* Returns CLI_GO_ON with *first_operand set, or the exit code after --help or an error. */
int cli_parse(const cli_command *command, int argc, char **argv, int *first_operand);

cli_setter cli_set_flag;     /* bool */
cli_setter cli_set_text;     /* const char *: not empty; borrowed from argv */
cli_setter cli_set_count;    /* int >= 1 */
cli_setter cli_set_threads;  /* int: 1..MM_THREADS_MAX */
cli_setter cli_set_size;     /* int64_t: 1..2147483647 */
cli_setter cli_set_seconds;  /* double: finite, >= 0 */
cli_setter cli_set_seed;     /* mm_uint128 */
cli_setter cli_set_dtype;    /* mm_dtype */
cli_setter cli_set_language; /* const mm_language * */

/* Lists for a benchmark. Arrays are owned by the selection: cli_selection_free. */
typedef struct cli_selection {
    mm_bench bench;
    const char *methods; /* the text of --methods; NULL: no entries */
    const char *shapes;  /* where neither --sizes nor --shapes is given: "64x64x64,..", or "64,128" */
    int threads;
    bool shapes_given;
} cli_selection;

cli_setter cli_set_sizes;  /* cli_selection: "64,128" */
cli_setter cli_set_shapes; /* cli_selection: "64x64x64,128x32x8" */

/* Turns methods and threads into entries of the front end "cli", and takes the default shapes where none was
 * given. */
mm_status cli_selection_resolve(cli_selection *selection, mm_error *err);
void cli_selection_free(cli_selection *selection);

#endif
