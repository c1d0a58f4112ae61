/* mmcli product: a method's product, COUNT times, and which kernels served it. Not for people: mmcli
 * intensity runs it under valgrind. */
#include <stdio.h>
#include <string.h>

#include "blas/blas.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "traffic/product.h"

static mm_status set_method(const char *value, void *target, mm_error *err)
{
    const mm_method **method = target;
    mm_status status = mm_method_find(value, "cli", method, err);
    if (status == MM_OK && !(*method)->run)
        return mm_fail(err, MM_USAGE, "badValue", "got '%s', expected a method of cli", value);
    return status;
}

static mm_status set_whole(const char *value, void *target, mm_error *err)
{
    if (strcmp(value, "0") == 0) {
        *(int *)target = 0;
        return MM_OK;
    }
    return cli_set_count(value, target, err);
}

int cli_product(int argc, char **argv)
{
    const mm_method *method = NULL;
    mm_dtype dtype = MM_F32;
    int64_t n = 64;
    int count = 1;
    const cli_option options[] = {
        {"method", "A", "the method (blas)", set_method, &method},
        {"size", "N", "square size (64)", cli_set_size, &n},
        {"dtype", "f32", "f32 or f64 (f32)", cli_set_dtype, &dtype},
        {"count", "K", "products, 0 for none (1)", set_whole, &count},
    };
    const cli_command command = {
        .name = "product",
        .usage = "[OPTIONS]",
        .help = "Makes a method's inputs and then its product K times, in one thread, and prints the widest\n"
                "instruction set and the BLAS kernel found. mmcli intensity runs this under valgrind.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int first, code = cli_parse(&command, argc, argv, &first);
    if (code != CLI_GO_ON)
        return code;
    mm_error err = {0};
    mm_product product;
    mm_blas blas;
    mm_blas_set_threads(1);
    if ((!method && mm_method_find("blas", "cli", &method, &err) != MM_OK) ||
        mm_product_make(method, dtype, n, &product, &err) != MM_OK)
        return cli_fail("product", &err);
    for (int i = 0; i < count; i++)
        mm_product_run(&product);
    mm_product_free(&product);
    mm_blas_describe(&blas);
    printf("isa %s\nkernel %s\n", mm_isa_name(mm_isa_best()), blas.kernel);
    return MM_OK;
}
