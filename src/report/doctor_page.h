/* A diagnosis as a page for a terminal, as doctor.json (schema/doctor.schema.json, "gemmlab-doctor/1"), and
 * as lines for a shell. Free each text with free (). */
#ifndef MM_DOCTOR_PAGE_H
#define MM_DOCTOR_PAGE_H

#include "doctor/doctor.h"
#include "report/language.h"

/* What was read, measured and verified is told as it was recorded, in English; all else in the language. */
mm_status mm_doctor_page(const mm_diagnosis *diagnosis, const mm_language *language, char **text,
                         mm_error *err);

mm_status mm_doctor_to_text(const mm_diagnosis *diagnosis, char **text, mm_error *err);

/* All settings of all verified fixes, one line each, and of one variable only the first: for `eval`. "" where
 * there are none. */
mm_status mm_doctor_environment(const mm_diagnosis *diagnosis, char **text, mm_error *err);

#endif
