#include "mm_mex_command.h"

#include <string.h>

#include "mm_mex.h"

void mm_mex_command_split(const char *text, char **words)
{
    char *copy = mxMalloc(strlen(text) + 1), *rest = NULL;
    int count = 0;
    strcpy(copy, text);
    for (char *word = strtok_r(copy, "\n", &rest); word && count < MM_MEX_COMMAND_WORDS_MAX;
         word = strtok_r(NULL, "\n", &rest))
        words[count++] = word;
    words[count] = NULL;
}
