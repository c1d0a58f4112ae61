#include "record/json.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/file.h"

/* --- locale: JSON has a decimal point, the user's locale may have a comma, and so printf and strtod. */

static locale_t enter_c_locale(locale_t *c_locale)
{
    *c_locale = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    return uselocale(*c_locale); /* a null locale changes nothing */
}

static void leave_c_locale(locale_t c_locale, locale_t before)
{
    uselocale(before);
    if (c_locale)
        freelocale(c_locale);
}

/* --- texts */

/* The length of the UTF-8 character at text, 0 where there is no valid one (Unicode 15, table 3-7). */
static int utf8_length(const unsigned char *text)
{
    static const struct {
        unsigned char first_low, first_high, second_low, second_high;
        int length;
    } forms[] = {
        {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
        {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
        {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    if (text[0] < 0x80)
        return 1;
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        if (text[0] < forms[f].first_low || text[0] > forms[f].first_high)
            continue;
        if (text[1] < forms[f].second_low || text[1] > forms[f].second_high)
            return 0;
        for (int i = 2; i < forms[f].length; i++)
            if (text[i] < 0x80 || text[i] > 0xBF)
                return 0;
        return forms[f].length;
    }
    return 0;
}

/* The first byte that is not UTF-8, or the end. */
static char *skip_utf8(char *text)
{
    int length;
    while (*text && (length = utf8_length((const unsigned char *)text)) > 0)
        text += length;
    return text;
}

/* Replaces every byte that is not UTF-8 by '?': paths and environment variables may hold any bytes. */
static void make_valid_utf8(char *text)
{
    while (*(text = skip_utf8(text)))
        *text = '?';
}

/* --- writing */

static cJSON *attach(mm_json_writer *writer, cJSON *parent, const char *key, cJSON *item)
{
    bool done = false;
    if (item && parent)
        done = key ? cJSON_AddItemToObject(parent, key, item) : cJSON_AddItemToArray(parent, item);
    else if (item && !writer->root)
        done = (writer->root = item);
    if (done)
        return item;
    cJSON_Delete(item);
    writer->failed = true;
    return NULL;
}

cJSON *mm_json_object(mm_json_writer *writer, cJSON *parent, const char *key)
{
    return attach(writer, parent, key, cJSON_CreateObject());
}

cJSON *mm_json_array(mm_json_writer *writer, cJSON *parent, const char *key)
{
    return attach(writer, parent, key, cJSON_CreateArray());
}

void mm_json_null(mm_json_writer *writer, cJSON *parent, const char *key)
{
    attach(writer, parent, key, cJSON_CreateNull());
}

void mm_json_bool(mm_json_writer *writer, cJSON *parent, const char *key, bool value)
{
    attach(writer, parent, key, cJSON_CreateBool(value));
}

void mm_json_integer(mm_json_writer *writer, cJSON *parent, const char *key, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    attach(writer, parent, key, cJSON_CreateRaw(text));
}

/* The fewest digits that read back as the same double. cJSON's own printing accepts a neighbour of it. */
static void format_number(double value, char *text, size_t size)
{
    locale_t c_locale, before = enter_c_locale(&c_locale);
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    leave_c_locale(c_locale, before);
}

void mm_json_number(mm_json_writer *writer, cJSON *parent, const char *key, double value)
{
    char text[32];
    if (!isfinite(value)) {
        mm_json_null(writer, parent, key);
        return;
    }
    format_number(value, text, sizeof text);
    attach(writer, parent, key, cJSON_CreateRaw(text));
}

void mm_json_keep_exact(mm_json_writer *writer, cJSON *item)
{
    for (cJSON *child = item ? item->child : NULL; child; child = child->next)
        mm_json_keep_exact(writer, child);
    if (!cJSON_IsNumber(item))
        return;
    char text[32];
    format_number(item->valuedouble, text, sizeof text);
    item->valuestring = strdup(text);
    item->type = cJSON_Raw;
    writer->failed = writer->failed || !item->valuestring;
}

void mm_json_string(mm_json_writer *writer, cJSON *parent, const char *key, const char *value)
{
    cJSON *item = attach(writer, parent, key, cJSON_CreateString(value));
    if (item)
        make_valid_utf8(item->valuestring);
}

void mm_json_text(mm_json_writer *writer, cJSON *parent, const char *key, const char *value)
{
    if (*value)
        mm_json_string(writer, parent, key, value);
    else
        mm_json_null(writer, parent, key);
}

mm_status mm_json_finish(mm_json_writer *writer, char **text, mm_error *err)
{
    char *printed = writer->failed ? NULL : cJSON_Print(writer->root);
    cJSON_Delete(writer->root);
    *writer = (mm_json_writer){0};
    if (!printed)
        return mm_fail(err, MM_IO, "noMemory",
                       "out of memory while JSON was written; free some and try again");

    size_t length = strlen(printed);
    char *whole = realloc(printed, length + 2);
    if (!whole) {
        free(printed);
        return mm_fail_memory(err, (double)length + 2);
    }
    memcpy(whole + length, "\n", 2);
    *text = whole;
    return MM_OK;
}

/* --- reading */

static void fail_syntax(mm_json_reader *reader, const char *text, const char *end)
{
    int line = 1;
    for (const char *c = text; c < end && *c; c++)
        line += *c == '\n';
    reader->status =
        mm_fail(reader->err, MM_IO, "badFile",
                "%s is not JSON: line %d cannot be read, or the file ends too early; write it again",
                reader->path, line);
}

void mm_json_open(mm_json_reader *reader, const char *path, mm_error *err)
{
    char *text = NULL;
    size_t size = 0;
    *reader = (mm_json_reader){.path = path, .err = err};
    reader->status = mm_file_read(path, &text, &size, err);
    if (reader->status != MM_OK)
        return;

    const char *end = skip_utf8(text);
    if (end == text + size) { /* JSON is UTF-8 without zero bytes; cJSON would not look */
        locale_t c_locale, before = enter_c_locale(&c_locale);
        reader->root = cJSON_ParseWithOpts(text, &end, true);
        leave_c_locale(c_locale, before);
    }
    if (!reader->root)
        fail_syntax(reader, text, end);
    free(text);
}

mm_status mm_json_close(mm_json_reader *reader)
{
    cJSON_Delete(reader->root);
    reader->root = NULL;
    return reader->status;
}

/* The value under a dotted key, NULL where there is none. */
static const cJSON *find(const cJSON *object, const char *key)
{
    char name[48];
    while (object && *key) {
        size_t length = strcspn(key, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, key);
        object = cJSON_GetObjectItemCaseSensitive(object, name);
        key += length + (key[length] == '.');
    }
    return object;
}

static void describe(const cJSON *item, char *text, size_t size)
{
    if (!item)
        snprintf(text, size, "missing");
    else if (cJSON_IsString(item))
        snprintf(text, size, "\"%.60s\"", item->valuestring);
    else if (cJSON_IsNumber(item))
        snprintf(text, size, "%.15g", item->valuedouble);
    else if (cJSON_IsBool(item))
        snprintf(text, size, "%s", cJSON_IsTrue(item) ? "true" : "false");
    else if (cJSON_IsArray(item))
        snprintf(text, size, "an array of %d", cJSON_GetArraySize(item));
    else
        snprintf(text, size, "%s", cJSON_IsNull(item) ? "null" : "an object");
    make_valid_utf8(text);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ') /* the message is one line */
            *c = '?';
}

void mm_json_wrong(mm_json_reader *reader, const cJSON *object, const char *key, const char *expected)
{
    char got[80];
    if (reader->status != MM_OK)
        return;
    describe(find(object, key), got, sizeof got);
    reader->status = mm_fail(reader->err, MM_IO, "badFile", "%s: %s%s is %s, expected %s", reader->path,
                             reader->place, key, got, expected);
}

bool mm_json_is_null(mm_json_reader *reader, const cJSON *object, const char *key)
{
    const cJSON *item = find(object, key);
    if (!item)
        mm_json_wrong(reader, object, key, "null or a value");
    return cJSON_IsNull(item);
}

const cJSON *mm_json_get_array(mm_json_reader *reader, const cJSON *object, const char *key)
{
    const cJSON *item = find(object, key);
    if (cJSON_IsArray(item))
        return item;
    mm_json_wrong(reader, object, key, "an array");
    return NULL;
}

bool mm_json_get_bool(mm_json_reader *reader, const cJSON *object, const char *key)
{
    const cJSON *item = find(object, key);
    if (!cJSON_IsBool(item))
        mm_json_wrong(reader, object, key, "true or false");
    return cJSON_IsTrue(item);
}

int64_t mm_json_get_integer(mm_json_reader *reader, const cJSON *object, const char *key, int64_t low,
                            int64_t high)
{
    const cJSON *item = find(object, key);
    double value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (value >= (double)low && value <= (double)high && value == floor(value))
        return (int64_t)value;
    char expected[80];
    snprintf(expected, sizeof expected, "a whole number from %" PRId64 " to %" PRId64, low, high);
    mm_json_wrong(reader, object, key, expected);
    return low;
}

static bool is_number(const cJSON *item, double low)
{
    return cJSON_IsNumber(item) && isfinite(item->valuedouble) && item->valuedouble >= low;
}

static void wrong_number(mm_json_reader *reader, const cJSON *object, const char *key, const char *what,
                         double low)
{
    char expected[80];
    snprintf(expected, sizeof expected, low > 0 ? "%s above 0" : "%s of at least 0", what);
    mm_json_wrong(reader, object, key, expected);
}

double mm_json_get_number(mm_json_reader *reader, const cJSON *object, const char *key, double low)
{
    const cJSON *item = find(object, key);
    if (is_number(item, low))
        return item->valuedouble;
    wrong_number(reader, object, key, "a finite number", low);
    return low;
}

double mm_json_get_number_or(mm_json_reader *reader, const cJSON *object, const char *key, double low,
                             double if_null)
{
    return cJSON_IsNull(find(object, key)) ? if_null : mm_json_get_number(reader, object, key, low);
}

void mm_json_get_numbers(mm_json_reader *reader, const cJSON *object, const char *key, double low,
                         double *numbers, int count)
{
    const cJSON *array = find(object, key), *item;
    char what[48];
    int taken = 0;
    if (cJSON_IsNull(array))
        return;
    if (cJSON_IsArray(array) && cJSON_GetArraySize(array) == count) {
        cJSON_ArrayForEach(item, array)
        {
            if (!is_number(item, low))
                break;
            numbers[taken++] = item->valuedouble;
        }
    }
    if (taken == count && cJSON_IsArray(array))
        return;
    snprintf(what, sizeof what, "an array of %d finite numbers", count);
    wrong_number(reader, object, key, what, low);
}

void mm_json_get_text(mm_json_reader *reader, const cJSON *object, const char *key, bool nullable, char *text,
                      size_t size)
{
    const cJSON *item = find(object, key);
    *text = '\0';
    if (nullable && cJSON_IsNull(item))
        return;
    if (cJSON_IsString(item) && *item->valuestring && strlen(item->valuestring) < size) {
        snprintf(text, size, "%s", item->valuestring);
        return;
    }
    char expected[80];
    snprintf(expected, sizeof expected, "a text of 1 to %zu bytes%s", size - 1, nullable ? " or null" : "");
    mm_json_wrong(reader, object, key, expected);
}
