/* Status codes and error texts, shared by every layer.
 *
 * A function that can fail returns mm_status and takes a last argument `mm_error *err` (may be NULL). On
 * failure it fills *err through mm_fail and returns the code; on success *err is untouched. The text is one
 * line that says what was got, what was expected and what to do, without a trailing full stop or newline.
 */
#ifndef MM_STATUS_H
#define MM_STATUS_H

/* The numbers are mmcli's exit codes. */
typedef enum mm_status {
    MM_OK = 0,
    MM_FINDING = 1,       /* a wrong result, a regression, a sick set-up */
    MM_USAGE = 2,         /* the caller's arguments are wrong */
    MM_UNAVAILABLE = 3,   /* not possible on this machine (no Octave, no such provider) */
    MM_IO = 4,            /* a file could not be read or written, or memory ran out */
    MM_INTERRUPTED = 130, /* stopped by the user; what was measured is kept */
} mm_status;

typedef struct mm_error {
    mm_status code;
    char id[32];    /* one camelCase word, the tail of Octave's identifier: gemmlab:<id> */
    char text[512]; /* one line */
} mm_error;

/* Fills *err (if err is not NULL) and returns code, so that callers write `return mm_fail (...)`. */
mm_status mm_fail(mm_error *err, mm_status code, const char *id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The usual failure of an allocation of `bytes` bytes. */
mm_status mm_fail_memory(mm_error *err, double bytes);

#endif
