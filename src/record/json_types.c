#include "record/json_types.h"

#include <stdio.h>
#include <string.h>

mm_dtype mm_json_get_dtype(mm_json_reader *json, const cJSON *object, const char *key)
{
    char text[16];
    mm_dtype dtype = MM_F32;
    mm_json_get_text(json, object, key, MM_JSON_REQUIRED, text, sizeof text);
    if (mm_dtype_parse(text, &dtype, NULL) != MM_OK)
        mm_json_wrong(json, object, key, "\"f32\" or \"f64\"");
    return dtype;
}

mm_isa mm_json_get_isa(mm_json_reader *json, const cJSON *object, const char *key)
{
    char text[16];
    mm_json_get_text(json, object, key, MM_JSON_REQUIRED, text, sizeof text);
    for (mm_isa isa = MM_ISA_SCALAR; isa < MM_ISA_COUNT; isa++)
        if (strcmp(text, mm_isa_name(isa)) == 0)
            return isa;
    mm_json_wrong(json, object, key, "the name of an instruction set (scalar, sse2, avx2, avx512)");
    return MM_ISA_SCALAR;
}

void mm_json_check_schema(mm_json_reader *json, const char *schema)
{
    char expected[64];
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json->root, "schema");
    snprintf(expected, sizeof expected, "\"%s\"", schema);
    if (!cJSON_IsString(item) || strcmp(item->valuestring, schema) != 0)
        mm_json_wrong(json, json->root, "schema", expected);
}
