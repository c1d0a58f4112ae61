#include "mm_mex_json.h"

#include <math.h>

typedef cJSON_bool is_function(const cJSON *item);

static int count_if(const cJSON *array, is_function *is)
{
    int count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (is(item))
            count++;
    }
    return count;
}

static mxArray *column_of_numbers(const cJSON *array, int count)
{
    mxArray *column = mxCreateDoubleMatrix(count, 1, mxREAL);
    double *value = mxGetData(column);
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        *value++ = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    }
    return column;
}

static mxArray *column_of_booleans(const cJSON *array, int count)
{
    mxArray *column = mxCreateLogicalMatrix(count, 1);
    mxLogical *value = mxGetLogicals(column);
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        *value++ = cJSON_IsTrue(item) != 0;
    }
    return column;
}

static mxArray *column_of_cells(const cJSON *array, int count)
{
    mxArray *column = mxCreateCellMatrix(count, 1);
    mwIndex i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        mxSetCell(column, i++, mm_mex_json(item));
    }
    return column;
}

static bool have_same_keys(const cJSON *array)
{
    const cJSON *first = array->child, *object, *item;
    cJSON_ArrayForEach(object, array)
    {
        if (cJSON_GetArraySize(object) != cJSON_GetArraySize(first))
            return false;
        cJSON_ArrayForEach(item, object)
        {
            if (!cJSON_GetObjectItemCaseSensitive(first, item->string))
                return false;
        }
    }
    return true;
}

/* objects: the first of count objects with the same keys, the others its siblings. */
static mxArray *column_of_structs(const cJSON *objects, int count)
{
    mxArray *column = mxCreateStructMatrix(count, 1, 0, NULL);
    for (mwIndex i = 0; i < count; i++, objects = objects->next) {
        const cJSON *item;
        cJSON_ArrayForEach(item, objects)
        {
            int field = mxGetFieldNumber(column, item->string);
            if (field < 0)
                field = mxAddField(column, item->string);
            mxSetFieldByNumber(column, i, field, mm_mex_json(item));
        }
    }
    return column;
}

static mxArray *array_to_value(const cJSON *array)
{
    const int count = cJSON_GetArraySize(array);
    const int numbers = count_if(array, cJSON_IsNumber);
    if (count == 0)
        return mxCreateDoubleMatrix(0, 0, mxREAL);
    if (numbers > 0 && numbers + count_if(array, cJSON_IsNull) == count)
        return column_of_numbers(array, count);
    if (count_if(array, cJSON_IsBool) == count)
        return column_of_booleans(array, count);
    if (count_if(array, cJSON_IsObject) == count && have_same_keys(array))
        return column_of_structs(array->child, count);
    return column_of_cells(array, count);
}

mxArray *mm_mex_json(const cJSON *item)
{
    if (cJSON_IsBool(item))
        return mxCreateLogicalScalar(cJSON_IsTrue(item) != 0);
    if (cJSON_IsNumber(item))
        return mxCreateDoubleScalar(item->valuedouble);
    if (cJSON_IsString(item))
        return mxCreateString(item->valuestring);
    if (cJSON_IsObject(item))
        return column_of_structs(item, 1);
    if (cJSON_IsArray(item))
        return array_to_value(item);
    return mxCreateDoubleMatrix(0, 0, mxREAL);
}
