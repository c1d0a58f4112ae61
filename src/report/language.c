#include "report/language.h"

#include <stdio.h>
#include <string.h>

#include "report/messages.h"

const mm_language mm_languages[MM_LANGUAGE_COUNT] = {
    {"en", "English", mm_messages_english},
    {"es", "Spanish", mm_messages_spanish},
    {"ko", "Korean", mm_messages_korean},
};

mm_status mm_language_parse(const char *code, const mm_language **language, mm_error *err)
{
    char codes[128] = "";
    for (int i = 0; i < MM_LANGUAGE_COUNT; i++) {
        if (strcmp(mm_languages[i].code, code) == 0) {
            *language = &mm_languages[i];
            return MM_OK;
        }
        size_t used = strlen(codes);
        const char *gap = i == 0 ? "" : i + 1 < MM_LANGUAGE_COUNT ? ", " : " or ";
        snprintf(codes + used, sizeof codes - used, "%s%s (%s)", gap, mm_languages[i].code,
                 mm_languages[i].name);
    }
    return mm_fail(err, MM_USAGE, "badValue", "got '%.100s', expected %s", code, codes);
}
