/* JSON trees as Octave values. */
#ifndef MM_MEX_JSON_H
#define MM_MEX_JSON_H

#include <cjson/cJSON.h>

#include "mm_mex.h"

/* A new Octave value; the tree stays the caller's.
 *
 *   null                    []
 *   true, false             logical
 *   number                  double
 *   string                  char row
 *   object                  1x1 struct; a key given twice keeps its last value
 *   array of numbers        column of doubles, with NaN for a null among them
 *   array of booleans       column of logicals
 *   array of objects        column struct array where all have the same keys
 *   empty array             []
 *   any other array         column cell array */
mxArray *mm_mex_json(const cJSON *item);

#endif
