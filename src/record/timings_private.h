/* The times of a call in JSON, which more than one record has. Nothing outside src/record includes this. */
#ifndef MM_TIMINGS_PRIVATE_H
#define MM_TIMINGS_PRIVATE_H

#include "record/json.h"
#include "record/timings.h"

/* "seconds": median, min, ci95 and samples; null where there are none. */
void mm_timing_write_seconds(mm_json_writer *json, cJSON *parent, const mm_timing *item);

/* The same; item->reps has been read, and samples_s is the item's to free, also after an error. */
void mm_timing_read_seconds(mm_json_reader *json, const cJSON *object, mm_timing *item);

#endif
