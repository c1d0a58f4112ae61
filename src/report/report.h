/* The text of an experiment, in Markdown, from its data: every number in it comes from results.json or
 * manifest.json (or the other data of the folder), and every word from the language's messages, but for
 * names, reasons and checks, which are told as recorded, in English. The same data and language give the same
 * bytes, with the same pictures in the folder. dir is that of the text: a picture that is in it is shown, and
 * of one that is not it is said how to draw it; NULL: no picture is spoken of. */
#ifndef MM_REPORT_H
#define MM_REPORT_H

#include "measure/machine_roofline.h"
#include "record/path_map.h"
#include "record/results.h"
#include "record/timings.h"
#include "report/language.h"

/* The README.md of the lab: the speed-up of BLAS, its factors, its place on the roofline, blocking in the
 * interpreter; then all rows, checks and conditions. Rows that are missing are said to be missing. Rows are
 * told in the order that they have (mm_results_read and mm_results_sort give the canonical one).
 * manifest_json is the text of the run's manifest.json; MM_IO "badManifest" where it is not a JSON object.
 * Free *text with free (). */
mm_status mm_report_lab(const mm_results *results, const char *manifest_json, const char *dir,
                        const mm_language *language, char **text, mm_error *err);

/* The README.md of the roofline experiment: peaks, levels, ridges and what they mean; the rows that stand
 * under the roof where there are any (results may be NULL). */
mm_status mm_report_roofline(const mm_machine_roofline *roofline, const mm_results *results,
                             const char *manifest_json, const char *dir, const mm_language *language,
                             char **text, mm_error *err);

/* Whether the rows are a sweep of block sizes: loops with blocks, of other sizes than the ladder's too, and
 * the loops without that they are compared with. */
bool mm_report_is_sweep(const mm_results *results);

/* The README.md of the sweep of block sizes, from the rows of blocked methods. */
mm_status mm_report_blocking(const mm_results *results, const char *manifest_json, const char *dir,
                             const mm_language *language, char **text, mm_error *err);

/* The README.md of the experiments whose data are timings. */
mm_status mm_report_embedding(const mm_timings *timings, const char *manifest_json, const char *dir,
                              const mm_language *language, char **text, mm_error *err);
mm_status mm_report_overhead(const mm_timings *timings, const char *manifest_json, const char *dir,
                             const mm_language *language, char **text, mm_error *err);

/* The README.md of the paths from expressions to routines, with the exercise where it was run. dir as above. */
mm_status mm_report_paths(const mm_path_map *map, const char *manifest_json, const char *dir,
                          const mm_language *language, char **text, mm_error *err);

#endif
