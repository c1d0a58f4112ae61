/* s = __mm_results__ (file): see octave/mm_results.m. */
#include <string.h>

#include "mm_mex.h"
#include "mm_mex_json.h"
#include "record/json.h"

static void close_reader(mm_json_reader *reader)
{
    mm_json_close(reader);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    (void)nlhs;
    mm_mex_count(nrhs, 1, 1, "(file)");
    const char *path = mm_mex_text(prhs[0], "file");
    mm_error err;
    __attribute__((cleanup(close_reader))) mm_json_reader reader;
    mm_json_open(&reader, path, &err);
    if (reader.status != MM_OK)
        mm_mex_raise(&err);
    const char *schema = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(reader.root, "schema"));
    if (!schema || strncmp(schema, "gemmlab-", strlen("gemmlab-")) != 0)
        mm_mex_fail("badFile",
                    "%s is JSON but neither a results.json nor a manifest.json of gemmlab: its \"schema\" is "
                    "%s",
                    path, schema ? schema : "missing");
    plhs[0] = mm_mex_json(reader.root);
}
