/* Values with a type of their own, read from JSON: what the readers of several records share. */
#ifndef MM_JSON_TYPES_H
#define MM_JSON_TYPES_H

#include "core/isa.h"
#include "core/matrix.h"
#include "record/json.h"

mm_dtype mm_json_get_dtype(mm_json_reader *json, const cJSON *object, const char *key);
mm_isa mm_json_get_isa(mm_json_reader *json, const cJSON *object, const char *key);

/* The root's "schema" must be this one. */
void mm_json_check_schema(mm_json_reader *json, const char *schema);

#endif
