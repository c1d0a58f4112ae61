/* The front ends of this machine: found, started, and asked what they are and which expressions they have. */
#ifndef MM_FRONTENDS_H
#define MM_FRONTENDS_H

#include <limits.h>

#include "frontends/talk.h"
#include "record/path_map.h"

typedef struct mm_frontends_options {
    const char *only; /* "octave,numpy"; NULL: all */
    /* Octave's program and the folders of gemmlab's functions; octave_reason: why there are none, or "". */
    const char *octave, *functions, *mex, *octave_reason;
    bool pinned;               /* each process to the same one CPU */
    bool (*interrupted)(void); /* NULL for never */
    void (*progress)(const char *line);
} mm_frontends_options;

typedef struct mm_front_end {
    mm_path_frontend about;
    mm_path_row *table; /* its expressions, of which nothing is known yet; owned */
    int table_count;
    mm_talk talk;
    char interpreter[PATH_MAX]; /* as it is started; about has it in short */
} mm_front_end;

typedef struct mm_frontends {
    mm_front_end *all; /* also those that do not run here: about.reason says why */
    int count;
    char scripts[PATH_MAX]; /* the folder of serve.py */
    char folder[PATH_MAX];  /* for files on the way; ours, and removed at the end */
    char **environment;     /* of all of them: one thread, and kernels by the libraries' own choice */
    const mm_frontends_options *options;
} mm_frontends;

/* A front end is there once for each version that an interpreter has: Octave; for Python the system's
 * interpreter, the one on PATH, and that of `make deps-peers`. Free with mm_frontends_end, also after an
 * error. Errors: badValue (MM_USAGE), noScripts, MM_IO, MM_INTERRUPTED. options must outlive *out. */
mm_status mm_frontends_start(const mm_frontends_options *options, mm_frontends *out, mm_error *err);
void mm_frontends_end(mm_frontends *frontends);

/* The words of a command that evaluates expression `id` once ("nothing": none), ended by NULL; that answers
 * requests, where id is NULL. */
enum { MM_FRONTEND_WORDS = 16 };
typedef struct mm_frontend_command {
    char *words[MM_FRONTEND_WORDS];
    char text[96], script[PATH_MAX + 16];
} mm_frontend_command;
void mm_frontend_command_of(const mm_frontends *frontends, const mm_front_end *frontend, const char *id,
                            mm_frontend_command *out);

/* Of a file below the folder that we are in, its name from there. */
const char *mm_frontend_short_path(const char *path);

#endif
