/* paths.json for people at a terminal. */
#ifndef MM_PATH_TABLE_H
#define MM_PATH_TABLE_H

#include <stdio.h>

#include "record/path_map.h"

/* A line for each expression and routine, then one for each front end that did not run; then the exercise. */
void mm_path_table_print(FILE *out, const mm_path_map *map);

/* "dgemm NN 60x50x40", with what the routine has of flags and extents. */
enum { MM_PATH_CALL_TEXT_SIZE = 128 };
void mm_path_call_format(const mm_path_call *call, char text[MM_PATH_CALL_TEXT_SIZE]);

/* What is told of a call of the row, and how many calls that is. Where a routine was called in many shapes
 * they are told together, "dcopy ...", at the first; false at the others, of which nothing is told. */
bool mm_path_row_tell(const mm_path_row *row, int which, char text[MM_PATH_CALL_TEXT_SIZE], int64_t *calls);

#endif
