/* The command line that a manifest records, as Octave hands it over. */
#ifndef MM_MEX_COMMAND_H
#define MM_MEX_COMMAND_H

enum { MM_MEX_COMMAND_WORDS_MAX = 64 };

/* Splits a text with a word a line into MM_MEX_COMMAND_WORDS_MAX words at most; a NULL follows the last.
 * Octave frees them when the MEX function ends. */
void mm_mex_command_split(const char *text, char **words);

#endif
