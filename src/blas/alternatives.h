/* Which library the system's administrator has selected: the links that update-alternatives keeps. */
#ifndef MM_ALTERNATIVES_H
#define MM_ALTERNATIVES_H

#include <stdbool.h>

typedef struct mm_alternative {
    char path[512]; /* as registered, links not resolved */
    int priority;   /* the highest is chosen where nobody has chosen */
} mm_alternative;

enum { MM_ALTERNATIVES_MAX = 16 };

typedef struct mm_alternatives {
    char name[128];    /* for update-alternatives --set: "libblas.so.3-x86_64-linux-gnu" */
    char link[512];    /* what programs load: "/usr/lib/x86_64-linux-gnu/libblas.so.3" */
    char current[512]; /* what it leads to now, as registered; "" where that cannot be read */
    bool is_automatic; /* nobody has chosen */
    mm_alternative choices[MM_ALTERNATIVES_MAX];
    int count;
} mm_alternatives;

/* Reads what is registered for a library by its file name ("libblas.so.3", "liblapack.so.3"); of several
 * architectures, ours. root stands before every folder: "" for this system, or where DPKG_ADMINDIR keeps
 * another's. Returns false, and *out empty, where nothing is registered, as on systems without alternatives.
 */
bool mm_alternatives_read(const char *root, const char *file, mm_alternatives *out);

#endif
