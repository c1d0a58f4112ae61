/* roofline.json: the roofline of a machine (schema/roofline.schema.json, "gemmlab-roofline/1"). */
#ifndef MM_ROOFLINE_FILE_H
#define MM_ROOFLINE_FILE_H

#include "measure/machine_roofline.h"

#define MM_ROOFLINE_SCHEMA "gemmlab-roofline/1"

/* The canonical text, as in results.h. Free with free (). */
mm_status mm_machine_roofline_to_text(const mm_machine_roofline *roofline, char **text, mm_error *err);

/* Overwrites *roofline. Whatever the file holds, a failure is MM_IO with a line that names the file, the key,
 * what was got and what was expected. Writing what was read gives the same bytes. Of the CPU only the caches
 * are read. */
mm_status mm_machine_roofline_read(const char *path, mm_machine_roofline *roofline, mm_error *err);

#endif
