/* [s, text] = __mm_ladder__ (dir): see octave/mm_ladder.m. Writes DIR/ladder.json from DIR/results.json; s is
 * its content, text the ladder for people. */
#include <stdio.h>
#include <stdlib.h>

#include "mm_mex.h"
#include "mm_mex_json.h"
#include "report/ladder.h"

/* Everything that Octave does not free by itself. */
typedef struct session {
    mm_results results;
    char *json_text, *text;
    cJSON *json;
} session;

static void close_session(session *s)
{
    mm_results_free(&s->results);
    free(s->json_text);
    free(s->text);
    cJSON_Delete(s->json);
}

static void print(session *s)
{
    size_t size = 0;
    FILE *out = open_memstream(&s->text, &size);
    if (out)
        mm_ladder_print(out, &s->results);
    if (!out || fclose(out) != 0)
        mm_mex_fail("noMemory", "out of memory for the text of the ladder");
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    __attribute__((cleanup(close_session))) session s = {0};
    char path[4096];
    mm_error err;
    mm_mex_count(nrhs, 1, 1, "(dir)");
    const char *dir = mm_mex_text(prhs[0], "dir");
    snprintf(path, sizeof path, "%s/results.json", dir);
    mm_status status = mm_results_read(path, &s.results, &err);
    if (status == MM_OK)
        status = mm_ladder_write(dir, &s.results, &err);
    if (status == MM_OK)
        status = mm_ladder_to_text(&s.results, &s.json_text, &err);
    if (status != MM_OK)
        mm_mex_raise(&err);
    s.json = cJSON_Parse(s.json_text);
    if (!s.json)
        mm_mex_fail("noMemory", "out of memory for the ladder");
    print(&s);
    plhs[0] = mm_mex_json(s.json);
    if (nlhs > 1)
        plhs[1] = mxCreateString(s.text);
}
