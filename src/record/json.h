/* JSON through cJSON, for this folder and for mex/__mm_results__.c, which reads any record. cJSON keeps the
 * tree and the syntax; added here is what it leaves open: numbers that read back exactly in every locale,
 * null for what is not a number, valid UTF-8, memory that ran out noticed once at the end, and errors that
 * name the file and key. */
#ifndef MM_JSON_H
#define MM_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

/* --- Writing. Start with an all-zero writer. Each call adds one value to parent, under key, or at the end of
 * an array where key is NULL; the first call makes the root (parent and key NULL). A failed allocation is
 * remembered and reported by mm_json_finish, so the calls between need no checks: a NULL parent that follows
 * from it is fine. */
typedef struct mm_json_writer {
    cJSON *root;
    bool failed;
} mm_json_writer;

cJSON *mm_json_object(mm_json_writer *writer, cJSON *parent, const char *key);
cJSON *mm_json_array(mm_json_writer *writer, cJSON *parent, const char *key);
void mm_json_null(mm_json_writer *writer, cJSON *parent, const char *key);
void mm_json_bool(mm_json_writer *writer, cJSON *parent, const char *key, bool value);
void mm_json_integer(mm_json_writer *writer, cJSON *parent, const char *key, int64_t value);
void mm_json_number(mm_json_writer *writer, cJSON *parent, const char *key,
                    double value); /* not finite: null */
void mm_json_string(mm_json_writer *writer, cJSON *parent, const char *key,
                    const char *value); /* "" stays "" */
void mm_json_text(mm_json_writer *writer, cJSON *parent, const char *key, const char *value); /* "" is null */

/* Makes the numbers of a tree that was parsed print as mm_json_number's do. */
void mm_json_keep_exact(mm_json_writer *writer, cJSON *item);

/* The text with a newline at the end, to be freed with free (); the tree is freed in every case. */
mm_status mm_json_finish(mm_json_writer *writer, char **text, mm_error *err);

/* --- Reading. The first failure is kept and every later call then returns a harmless value, so that a caller
 * reads straight on and looks at mm_json_close's status. A key may reach into objects: "seconds.median". */
typedef struct mm_json_reader {
    const char *path;
    cJSON *root;
    char place[48]; /* what stands before the key in messages: "results[3]." */
    mm_status status;
    mm_error *err;
} mm_json_reader;

enum { MM_JSON_NULLABLE = true, MM_JSON_REQUIRED = false };
#define MM_JSON_INTEGER_MAX (INT64_C(1) << 53) /* the largest up to which a double holds every integer */

/* Reads and parses a file. Close it also where this fails. */
void mm_json_open(mm_json_reader *reader, const char *path, mm_error *err);
mm_status mm_json_close(mm_json_reader *reader);

/* Records that key is not what was expected ("a number above 0"). */
void mm_json_wrong(mm_json_reader *reader, const cJSON *object, const char *key, const char *expected);

bool mm_json_is_null(mm_json_reader *reader, const cJSON *object, const char *key);
const cJSON *mm_json_get_array(mm_json_reader *reader, const cJSON *object,
                               const char *key); /* NULL on failure */
bool mm_json_get_bool(mm_json_reader *reader, const cJSON *object, const char *key);
int64_t mm_json_get_integer(mm_json_reader *reader, const cJSON *object, const char *key, int64_t low,
                            int64_t high);

/* A finite number, at least low; the second gives if_null for null. */
double mm_json_get_number(mm_json_reader *reader, const cJSON *object, const char *key, double low);
double mm_json_get_number_or(mm_json_reader *reader, const cJSON *object, const char *key, double low,
                             double if_null);

/* Exactly count numbers, each at least low; a null leaves `numbers` alone. */
void mm_json_get_numbers(mm_json_reader *reader, const cJSON *object, const char *key, double low,
                         double *numbers, int count);

/* A text that fits size bytes with its end; null gives "" where nullable. */
void mm_json_get_text(mm_json_reader *reader, const cJSON *object, const char *key, bool nullable, char *text,
                      size_t size);

#endif
