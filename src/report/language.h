/* The languages that reports are written in. */
#ifndef MM_LANGUAGE_H
#define MM_LANGUAGE_H

#include "core/status.h"

typedef struct mm_language {
    const char *code;            /* "es", of ISO 639-1 */
    const char *name;            /* "Spanish" */
    const char *const *messages; /* every one, by mm_message */
} mm_language;

/* The first is the default. */
enum { MM_LANGUAGE_COUNT = 3 };
extern const mm_language mm_languages[MM_LANGUAGE_COUNT];

/* "en", "es", "ko". Error: badValue, listing them. */
mm_status mm_language_parse(const char *code, const mm_language **language, mm_error *err);

#endif
