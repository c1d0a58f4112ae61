/* GNU Octave as a child process, for the commands whose methods it must call: found, and run on one line of
 * code. */
#ifndef MM_CLI_OCTAVE_H
#define MM_CLI_OCTAVE_H

#include <limits.h>

#include "core/status.h"

typedef struct cli_octave {
    char program[PATH_MAX];                            /* $OCTAVE, or octave-cli */
    char functions[PATH_MAX + 64], mex[PATH_MAX + 64]; /* the folders of gemmlab's functions */
} cli_octave;

/* Finds all three. MM_UNAVAILABLE, with a text that names what is missing and how to get it. */
mm_status cli_octave_find(cli_octave *octave, mm_error *err);

/* Runs `exit (FUNCTION (ARGUMENTS))` with the threads of every BLAS set to 1 in the environment (L5; rows
 * with more ask the library itself) and returns its exit status. Ctrl-C, SIGTERM and SIGHUP are passed to
 * Octave as one interrupt, which it answers by saving what was measured: MM_INTERRUPTED. The third ends it. A
 * program that ends without having called the function to its end is MM_UNAVAILABLE, with a line on stderr. */
int cli_octave_run(const cli_octave *octave, const char *command, const char *function,
                   const char *arguments);

enum { CLI_OCTAVE_TEXT_SIZE = 4 * PATH_MAX };

/* A text as an Octave string literal, in double quotes. */
void cli_octave_quote(const char *text, char literal[CLI_OCTAVE_TEXT_SIZE]);

/* The words of a command line as one such literal, a word a line, as the "command" option takes it. */
void cli_octave_quote_words(char **words, char literal[CLI_OCTAVE_TEXT_SIZE]);

#endif
