/* A survey of the BLAS libraries on this machine: each is loaded in a process of its own, described, tried.
 */
#ifndef MM_SURVEY_H
#define MM_SURVEY_H

#include "bench/rivals.h"
#include "record/providers.h"

typedef struct mm_survey_options {
    const char *program; /* whose worker command is run; NULL: this one */
    bool describe_only;  /* load and describe them, try no product */
    double patience_s;   /* for an answer that should come at once */
    bool (*interrupted)(void);
    void (*progress)(const char *line); /* NULL for none */
} mm_survey_options;

/* Finds all (find.h) and says of each what record/providers.h has. Several files of one library are one
 * provider. A library that cannot be loaded, crashes, hangs or is wrong is a provider that is not usable,
 * with the reason. The caller's to free, also after an error: badBlasPath, noMemory, MM_INTERRUPTED. */
mm_status mm_survey(const mm_survey_options *options, mm_providers *providers, mm_error *err);

/* The same of one file. */
mm_status mm_survey_file(const mm_survey_options *options, const char *path, mm_provider *provider,
                         mm_error *err);

/* Of the library that this process is linked with, in this process: for Octave's own. Its threads are set and
 * set back; where it has no call for that, they are not tried. Errors: no memory. */
mm_status mm_survey_linked(mm_provider *provider, mm_error *err);

#endif
