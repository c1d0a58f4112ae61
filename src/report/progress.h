/* A progress line on stderr, overwritten by the next; silent where stderr is no terminal. NULL wipes it. */
#ifndef MM_PROGRESS_H
#define MM_PROGRESS_H

void mm_progress(const char *line);

#endif
