/* Which package brought a file: Debian's, an RPM, or a Python wheel. */
#ifndef MM_OWNER_H
#define MM_OWNER_H

#include <stdbool.h>

typedef struct mm_owner {
    char manager[8];  /* "wheel", "dpkg" or "rpm": who says so */
    char package[96]; /* "libopenblas0-pthread", "numpy" */
    char version[64];
} mm_owner;

/* Asks the wheels' own lists of files, then dpkg, then rpm, for the path with its links resolved. Returns
 * false, and *out empty, where nobody claims the file: it was installed by hand. */
bool mm_owner_find(const char *path, mm_owner *out);

#endif
