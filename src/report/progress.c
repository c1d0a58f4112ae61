#include "report/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

void mm_progress(const char *line)
{
    static bool shown = false;
    if (!isatty(STDERR_FILENO))
        return;
    if (line)
        fprintf(stderr, "\r\033[K%s", line); /* carriage return, erase to the end of the line */
    else if (shown)
        fprintf(stderr, "\r\033[K");
    shown = line != NULL;
    fflush(stderr);
}
