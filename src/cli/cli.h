/* mmcli's commands, and what they share. A command takes its own arguments (argv[0] is its name), prints
 * results on stdout and everything else on stderr, and returns the exit code. */
#ifndef MM_CLI_H
#define MM_CLI_H

#include <stdbool.h>

#include "core/status.h"
#include "record/results.h"

int cli_bench(int argc, char **argv);
int cli_doctor(int argc, char **argv);
int cli_experiment(int argc, char **argv);
int cli_inputs(int argc, char **argv);
int cli_intensity(int argc, char **argv);
int cli_lab(int argc, char **argv);
int cli_ladder(int argc, char **argv);
int cli_methods(int argc, char **argv);
int cli_paths(int argc, char **argv);
int cli_product(int argc, char **argv);
int cli_providers(int argc, char **argv);
int cli_report(int argc, char **argv);
int cli_rivals(int argc, char **argv);
int cli_roofline(int argc, char **argv);
int cli_trace(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_worker(int argc, char **argv);

/* Prints "mmcli COMMAND: TEXT" on stderr (COMMAND may be NULL), one line whatever words of the user's the
 * text quotes: a control character becomes a question mark. */
void cli_print_error(const char *command, const char *text);

/* Prints the error so and returns its exit code. */
int cli_fail(const char *command, const mm_error *err);

/* Ctrl-C: the first one sets a flag that the measuring code asks for; a second one ends the program at once
 * (130). */
void cli_catch_interrupts(void);
bool cli_interrupted(void);

/* The error of an interrupted command: what became of what was measured, if anything was. out_dir: NULL for none. */
mm_status cli_fail_interrupted(bool is_any_measured, const char *out_dir, mm_error *err);

/* The rows as a table on stdout, and the checks that found something on stderr. */
void cli_print_rows(const mm_results *results);
/* The same with columns for each row's provider and kernel, and its rate over that of the first one, whose rows have
 * this provider and kernel. */
void cli_print_rows_beside(const mm_results *results, const char *provider, const char *kernel);
void cli_print_checks(const mm_results *results);

#endif
