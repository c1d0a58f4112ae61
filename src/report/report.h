/* The text of an experiment, in Markdown, from its data: every number in it comes from results.json or
 * manifest.json, and every word from the language's messages, but for names, reasons and checks, which are
 * told as recorded, in English. The same data and language give the same bytes. */
#ifndef MM_REPORT_H
#define MM_REPORT_H

#include "record/results.h"
#include "report/language.h"

/* The README.md of the lab: the speed-up of BLAS, its factors, its place on the roofline, blocking in the
 * interpreter; then all rows, checks and conditions. Rows that are missing are said to be missing. Rows are
 * told in the order that they have (mm_results_read and mm_results_sort give the canonical one).
 * manifest_json is the text of the run's manifest.json; MM_IO "badManifest" where it is not a JSON object.
 * Free *text with free (). */
mm_status mm_report_lab(const mm_results *results, const char *manifest_json, const mm_language *language,
                        char **text, mm_error *err);

/* The README.md of the roofline experiment: peak, bandwidth, ridge and what they mean; rows where there are
 * any. */
mm_status mm_report_roofline(const mm_results *results, const char *manifest_json,
                             const mm_language *language, char **text, mm_error *err);

#endif
