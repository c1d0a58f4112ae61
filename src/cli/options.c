#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/entries.h"
#include "cli/cli.h"
#include "measure/threads.h"

enum { OPTIONS_MAX = 24, HELP_COLUMN = 26 };

static void print_help(const cli_command *command)
{
    printf("Usage: mmcli %s %s\n\n%s", command->name, command->usage, command->help);
    if (command->option_count > 0)
        printf("\nOptions:\n");
    for (int i = 0; i < command->option_count; i++) {
        const cli_option *option = &command->options[i];
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
        printf("  %-*s %s\n", HELP_COLUMN, left, option->help);
    }
    printf("  %-*s %s\n", HELP_COLUMN, "--help", "print this and exit");
}

static int usage_error(const cli_command *command, const char *what)
{
    char text[1024];
    snprintf(text, sizeof text, "%.800s; 'mmcli %s --help' tells what there is", what, command->name);
    cli_print_error(command->name, text);
    return MM_USAGE;
}

/* getopt_long's own messages are switched off: ours name the command and the way on. */
static int unknown_option(const cli_command *command, int argc, char **argv, int result)
{
    char text[256];
    const char *word = optind > 0 && optind <= argc ? argv[optind - 1] : "?";
    if (result == ':')
        snprintf(text, sizeof text, "option %.150s needs a value", word);
    else
        snprintf(text, sizeof text, "option %.150s is not known or not as expected", word);
    return usage_error(command, text);
}

static int set_option(const cli_command *command, const cli_option *option, const char *value)
{
    mm_error err = {0};
    char text[sizeof err.text + 64];
    if (option->set(value ? value : "", option->target, &err) == MM_OK)
        return CLI_GO_ON;
    snprintf(text, sizeof text, "--%s: %s", option->name, err.text);
    return usage_error(command, text);
}

static int check_operands(const cli_command *command, int count, char **operands)
{
    char text[256];
    if (count > command->operand_max) {
        snprintf(text, sizeof text, "'%.150s' is one word too many", operands[command->operand_max]);
        return usage_error(command, text);
    }
    if (count < command->operand_min) {
        snprintf(text, sizeof text, "an argument is missing: mmcli %.60s %.100s", command->name,
                 command->usage);
        return usage_error(command, text);
    }
    return CLI_GO_ON;
}

int cli_parse(const cli_command *command, int argc, char **argv, int *first_operand)
{
    struct option known[OPTIONS_MAX + 2] = {{"help", no_argument, NULL, 'h'}};
    for (int i = 0; i < command->option_count && i < OPTIONS_MAX; i++) {
        const cli_option *option = &command->options[i];
        known[i + 1] =
            (struct option){option->name, option->argument ? required_argument : no_argument, NULL, 256 + i};
    }
    optind = 1;
    for (;;) {
        int result = getopt_long(argc, argv, ":h", known, NULL);
        if (result == -1)
            break;
        if (result == 'h') {
            print_help(command);
            return MM_OK;
        }
        if (result < 256)
            return unknown_option(command, argc, argv, result);
        int code = set_option(command, &command->options[result - 256], optarg);
        if (code != CLI_GO_ON)
            return code;
    }
    *first_operand = optind;
    return check_operands(command, argc - optind, argv + optind);
}

/* --- Single values. */

mm_status cli_set_flag(const char *value, void *target, mm_error *err)
{
    (void)value, (void)err;
    *(bool *)target = true;
    return MM_OK;
}

mm_status cli_set_text(const char *value, void *target, mm_error *err)
{
    if (!*value)
        return mm_fail(err, MM_USAGE, "badValue", "got an empty text");
    *(const char **)target = value;
    return MM_OK;
}

/* A whole number of the given range, nothing before or after it. */
static mm_status read_whole(const char *text, const char *end, int64_t most, int64_t *value, mm_error *err)
{
    char *stop;
    errno = 0;
    long long number = strtoll(text, &stop, 10);
    bool digits = *text >= '0' && *text <= '9';
    if (!digits || stop != end || errno || number < 1 || number > most)
        return mm_fail(err, MM_USAGE, "badValue", "got '%.*s', expected a whole number from 1 to %lld",
                       (int)(end - text), text, (long long)most);
    *value = number;
    return MM_OK;
}

static mm_status read_int(const char *value, int most, int *target, mm_error *err)
{
    int64_t number;
    mm_status status = read_whole(value, value + strlen(value), most, &number, err);
    if (status == MM_OK)
        *target = (int)number;
    return status;
}

mm_status cli_set_count(const char *value, void *target, mm_error *err)
{
    return read_int(value, 1000000, target, err);
}

mm_status cli_set_threads(const char *value, void *target, mm_error *err)
{
    return read_int(value, MM_THREADS_MAX, target, err);
}

mm_status cli_set_size(const char *value, void *target, mm_error *err)
{
    return read_whole(value, value + strlen(value), MM_DIM_MAX, target, err);
}

mm_status cli_set_seconds(const char *value, void *target, mm_error *err)
{
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end || !isfinite(number) || number < 0)
        return mm_fail(err, MM_USAGE, "badValue", "got '%s', expected a number of seconds, 0 or more", value);
    *(double *)target = number;
    return MM_OK;
}

mm_status cli_set_seed(const char *value, void *target, mm_error *err)
{
    return mm_seed_parse(value, target, err);
}

mm_status cli_set_dtype(const char *value, void *target, mm_error *err)
{
    return mm_dtype_parse(value, target, err);
}

mm_status cli_set_language(const char *value, void *target, mm_error *err)
{
    return mm_language_parse(value, target, err);
}

/* --- Lists. */

static mm_status add_shape(cli_selection *selection, const mm_shape *shape, mm_error *err)
{
    mm_bench *bench = &selection->bench;
    mm_shape *shapes = realloc(bench->shapes, (size_t)(bench->shape_count + 1) * sizeof *shapes);
    if (!shapes)
        return mm_fail_memory(err, (double)bench->shape_count * sizeof *shapes);
    bench->shapes = shapes;
    bench->shapes[bench->shape_count++] = *shape;
    return MM_OK;
}

/* One item of a list: a size N (parts = 1) or MxNxK (parts = 3). */
static mm_status read_shape(const char *text, const char *end, int parts, mm_shape *shape, mm_error *err)
{
    int64_t part[3];
    const char *whole = text;
    for (int i = 0; i < parts; i++) {
        const char *stop = i + 1 < parts ? memchr(text, 'x', (size_t)(end - text)) : end;
        bool too_many = i == 2 && memchr(text, 'x', (size_t)(end - text));
        if (!stop || too_many)
            return mm_fail(err, MM_USAGE, "badValue", "got '%.*s', expected MxNxK, as in 128x64x32",
                           (int)(end - whole), whole);
        mm_status status = read_whole(text, stop, MM_DIM_MAX, &part[i], err);
        if (status != MM_OK)
            return status;
        text = stop + 1;
    }
    *shape = parts == 1 ? (mm_shape){part[0], part[0], part[0]} : (mm_shape){part[0], part[1], part[2]};
    return MM_OK;
}

static int by_flop(const void *left, const void *right)
{
    double a = mm_shape_flop(left), b = mm_shape_flop(right);
    return a != b ? (a > b) - (a < b) : memcmp(left, right, sizeof(mm_shape));
}

static mm_status read_shapes(const char *value, int parts, cli_selection *selection, mm_error *err)
{
    if (!selection->shapes_given) { /* the default gives way */
        selection->bench.shape_count = 0;
        selection->shapes_given = true;
    }
    for (const char *item = value;;) {
        const char *end = item + strcspn(item, ",");
        mm_shape shape;
        mm_status status = read_shape(item, end, parts, &shape, err);
        if (status == MM_OK)
            status = add_shape(selection, &shape, err);
        if (status != MM_OK)
            return status;
        if (!*end)
            break;
        item = end + 1;
    }
    qsort(selection->bench.shapes, (size_t)selection->bench.shape_count, sizeof(mm_shape), by_flop);
    for (int i = 1; i < selection->bench.shape_count; i++)
        if (by_flop(&selection->bench.shapes[i - 1], &selection->bench.shapes[i]) == 0)
            return mm_fail(err, MM_USAGE, "badValue", "got '%s', where a size stands twice", value);
    return MM_OK;
}

mm_status cli_set_sizes(const char *value, void *target, mm_error *err)
{
    return read_shapes(value, 1, target, err);
}

mm_status cli_set_shapes(const char *value, void *target, mm_error *err)
{
    return read_shapes(value, 3, target, err);
}

mm_status cli_selection_resolve(cli_selection *selection, mm_error *err)
{
    const char *shapes = selection->shapes;
    if (shapes && !selection->shapes_given) {
        mm_status status = read_shapes(shapes, strchr(shapes, 'x') ? 3 : 1, selection, err);
        if (status != MM_OK)
            return status;
    }
    if (!selection->methods)
        return MM_OK;
    return mm_entries_parse(selection->methods, "cli", selection->threads, &selection->bench.entries,
                            &selection->bench.entry_count, err);
}

void cli_selection_free(cli_selection *selection)
{
    free(selection->bench.shapes);
    free(selection->bench.entries);
}
