/* What a process has mapped. Private to src/doctor. */
#ifndef MM_MAPPED_H
#define MM_MAPPED_H

#include "doctor/watch.h"

/* Adds what the process has now to what was seen before. A process that has gone, or may not be read, adds
 * nothing. */
void mm_mapped_read(pid_t pid, mm_watched *out);

#endif
