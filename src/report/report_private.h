/* What the files of this folder share: a report under way, its words, and the sections common to all reports.
 */
#ifndef MM_REPORT_PRIVATE_H
#define MM_REPORT_PRIVATE_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "measure/machine_roofline.h"
#include "methods.h"
#include "record/timings.h"
#include "report/messages.h"
#include "report/report.h"

typedef struct mm_report {
    FILE *out;
    const mm_results *results;           /* NULL where the data are timings */
    const mm_timings *timings;           /* NULL where they are results */
    const mm_path_map *paths;            /* NULL where they are others */
    const mm_machine_roofline *roofline; /* NULL where the report has none */
    const char *dir;                     /* of the pictures; NULL: the report shows none */
    cJSON *manifest;
    const char *const *messages; /* one language's, by mm_message */
    mm_dtype dtype;              /* of the rows */
    bool libraries;              /* several BLAS libraries or kernels are beside each other in the results */
    int64_t n;                   /* the size that the questions are answered at; 0: no row answers them */
} mm_report;

/* --- words: a message is a template whose {names} are filled from slots or, where no slot has the name, from
 * the manifest ({cpu.model}). So a translation may order a sentence as it likes. */
typedef enum mm_slot_kind {
    MM_SLOT_TEXT,
    MM_SLOT_FACT,
    MM_SLOT_NUMBER,
    MM_SLOT_EXACT,
    MM_SLOT_SECONDS
} mm_slot_kind;

typedef struct mm_slot {
    const char *name; /* NULL ends a list of slots */
    mm_slot_kind kind;
    const char *text;
    double number;
} mm_slot;

mm_slot mm_slot_text(const char *name, const char *text);
mm_slot mm_slot_fact(const char *name, const char *text); /* from outside, made harmless to Markdown */
mm_slot mm_slot_number(const char *name, double number); /* three significant digits: 0.00213, 14.3, 72,300 */
mm_slot mm_slot_exact(const char *name, double number);  /* every digit: 1024, 0.25 */
mm_slot mm_slot_whole(const char *name, int64_t number); /* the same */
mm_slot mm_slot_seconds(const char *name, double seconds); /* with the unit that suits: 13.9 ms */

/* Writes a message. slots may be NULL. Where a slot's text is itself a message, pass mm_report_message (...).
 */
void mm_report_say(const mm_report *report, mm_message message, const mm_slot *slots);
const char *mm_report_message(const mm_report *report, mm_message message);

enum { MM_NUMBER_SIZE = 40 };
void mm_report_format_number(double value, char text[MM_NUMBER_SIZE]);
void mm_report_format_seconds(double seconds, char text[MM_NUMBER_SIZE]);

/* --- the manifest */

/* Writes the value at a path of keys ("cpu.governor") as text: "unknown (reason)" where it is null or absent.
 */
void mm_report_write_fact(const mm_report *report, const char *path);

/* Text from outside, made harmless to Markdown: it stays in its line, its table cell and its text. */
void mm_report_write_escaped(FILE *out, const char *text);

/* The size of the last-level cache; 0 where the manifest does not tell. */
double mm_report_last_cache_bytes(const cJSON *manifest);

/* The cache that is the smallest to hold so many bytes: "L1", "L2"...; the word for memory where none does,
 * "?" where the manifest does not tell. */
const char *mm_report_cache_for(const mm_report *report, double bytes, char text[8]);

/* The command line, quoted for a shell, after the environment variables that were set. */
void mm_report_write_command(FILE *out, const cJSON *manifest);

/* --- rows */

/* The row at report->n, NULL where there is none with a time. threads = 0: the most threads above one. */
const mm_row *mm_report_row(const mm_report *report, const char *frontend, const char *method, int threads);

/* The arithmetic intensity in FLOP/byte of a product of size n that reads A and B and writes C once: n/6 in
 * f32. */
double mm_report_compulsory_intensity(mm_dtype dtype, double n);
double mm_report_size_of_intensity(mm_dtype dtype, double intensity); /* the n that has it */

/* "fp32", "fp64" */
const char *mm_report_precision(mm_dtype dtype);

/* The intensity of loading both operands of every multiply-add: 0.25 FLOP/byte in f32. */
double mm_report_floor_intensity(mm_dtype dtype);

/* --- sections that reports share; each is silent where the data have nothing for it */
void mm_report_interrupted(const mm_report *report);

/* Is there such a file in report->dir? */
bool mm_report_has_file(const mm_report *report, const char *name);

/* A picture: its file, by which message it is shown, and which Octave function draws it from which data. */
typedef struct mm_picture {
    const char *file, *function, *data;
    mm_message message;
} mm_picture;

/* Shows a picture where report->dir has it; else, where its data are, tells what draws it. */
void mm_report_picture(const mm_report *report, const mm_picture *picture);

/* Is there a product that several BLAS libraries or kernels computed (mmcli bench --provider)? */
bool mm_report_has_libraries(const mm_results *results);

enum { MM_ROW_NAME_SIZE = 160 };
/* "cli:naive"; in a report with `libraries` cli:blas has the name of its curve, "openblas Haswell". */
void mm_report_name_row(const mm_report *report, const mm_row *row, char name[MM_ROW_NAME_SIZE]);

void mm_report_libraries(const mm_report *report); /* report_libraries.c */

void mm_report_rows(const mm_report *report);
void mm_report_not_measured(const mm_report *report); /* rows extrapolated, skipped, failed or cut short */
void mm_report_checks(const mm_report *report);
void mm_report_conditions(const mm_report *report);
void mm_report_repeat(const mm_report *report);

/* What a rung changes, in the report's language. */
const char *mm_report_differs(const mm_report *report, const mm_rung *rung);

/* The answers of the lab, in report_answers.c; the second, the ladder, is in report_ladder.c. */
void mm_report_speed_up(const mm_report *report);
void mm_report_factors(const mm_report *report);
void mm_report_place_on_roofline(const mm_report *report);
void mm_report_intensity(const mm_report *report); /* report_intensity.c */
void mm_report_interpreted_blocking(const mm_report *report);
void mm_report_surprises(const mm_report *report); /* report_surprises.c */

typedef void mm_section(const mm_report *report);
/* Runs sections (the last is NULL) in order and gives their text. `about` has its results or its timings, and
 * whatever else is given: a roofline, the folder. */
mm_status mm_report_make(mm_report about, const char *manifest_json, const mm_language *language,
                         mm_section *const *sections, char **text, mm_error *err);

#endif
