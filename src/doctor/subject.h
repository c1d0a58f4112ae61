/* Whose BLAS is examined, and which files serve. Private to src/doctor. */
#ifndef MM_SUBJECT_H
#define MM_SUBJECT_H

#include "doctor/exam.h"

/* The library that the loader gives this program, and the LAPACK beside it. */
mm_status mm_subject_default(mm_exam *exam, mm_subject *subject, mm_error *err);

/* What Octave loads: asked from a child. One that cannot be run has a reason, and is no error. */
mm_status mm_subject_octave(mm_exam *exam, mm_subject *subject, mm_error *err);

/* What the program loads; it runs to its end. Error: noProgram. */
mm_status mm_subject_program(mm_exam *exam, mm_subject *subject, mm_error *err);

#endif
