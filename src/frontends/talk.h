/* A front end's process, talked to in lines (serve.py). Between answers it is stopped (SIGSTOP), so that
 * nothing of it, a spinning thread of its library for one, takes time from another's measurement. */
#ifndef MM_TALK_H
#define MM_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "core/status.h"

enum { MM_TALK_LINE_SIZE = 1024 };

typedef struct mm_talk {
    pid_t pid; /* 0: it does not run */
    int socket;
    bool (*interrupted)(void); /* asked while waiting; may be NULL */
    char held[4 * MM_TALK_LINE_SIZE];
    size_t held_bytes; /* read, and not yet given out */
} mm_talk;

/* Starts a program in a process group of its own, stderr into the file `log`; it has one CPU where `pinned`.
 * Error: noProcess (MM_UNAVAILABLE). */
mm_status mm_talk_start(mm_talk *talk, char *const argv[], char *const envp[], const char *log, bool pinned,
                        mm_error *err);

/* Its next line, without the newline. Errors (MM_UNAVAILABLE; the process is gone): hung, where none comes
 * within limit_s; crashed. MM_INTERRUPTED: the same, by the user. */
mm_status mm_talk_line(mm_talk *talk, double limit_s, char line[MM_TALK_LINE_SIZE], mm_error *err);

/* Sends a request and takes the seconds of its answer. refused (MM_UNAVAILABLE): the answer was "no"; the
 * process goes on. */
mm_status mm_talk_ask(mm_talk *talk, const char *request, double limit_s, double *seconds, mm_error *err);

/* Stops it until the next request. */
void mm_talk_rest(const mm_talk *talk);

void mm_talk_end(mm_talk *talk); /* one that does not run is fine */

/* Starts a program with no input and all its output in the file `log`, and does not wait. 0: it could not be
 * started. */
pid_t mm_talk_spawn(char *const argv[], char *const envp[], const char *log);

/* The last line of a log that says something, in one line; "" where there is none. */
void mm_talk_last_words(const char *log, char *words, size_t size);

#endif
