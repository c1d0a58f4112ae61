#include "blas/exports.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "blas/library.h"

typedef struct image {
    const char *base;
    size_t size;
} image;

/* A part of the file, or NULL where the file says that it lies beyond its own end. */
static const void *part(const image *file, size_t offset, size_t bytes)
{
    return offset <= file->size && bytes <= file->size - offset ? file->base + offset : NULL;
}

static void read_symbols(const image *file, const ElfW(Shdr) * table, const ElfW(Shdr) * strings,
                         mm_exports *out)
{
    const ElfW(Sym) *symbols = part(file, table->sh_offset, table->sh_size);
    const char *names = part(file, strings->sh_offset, strings->sh_size);
    if (!symbols || !names || strings->sh_size == 0 || names[strings->sh_size - 1] != '\0')
        return;
    for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++) {
        if (symbols[i].st_shndx == SHN_UNDEF || symbols[i].st_name >= strings->sh_size)
            continue;
        const char *name = names + symbols[i].st_name;
        out->gemm = out->gemm || mm_library_is_name(name, "sgemm_") || mm_library_is_name(name, "dgemm_");
        out->getrf = out->getrf || mm_library_is_name(name, "dgetrf_");
    }
}

static void read_image(const image *file, mm_exports *out)
{
    const ElfW(Ehdr) *head = part(file, 0, sizeof *head);
    if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32))
        return;
    const ElfW(Shdr) *sections = part(file, head->e_shoff, head->e_shnum * sizeof *sections);
    for (size_t i = 0; sections && i < head->e_shnum; i++)
        if (sections[i].sh_type == SHT_DYNSYM && sections[i].sh_link < head->e_shnum)
            read_symbols(file, &sections[i], &sections[sections[i].sh_link], out);
}

mm_exports mm_exports_read(const char *path)
{
    mm_exports out = {0};
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return out;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        image file = {.size = (size_t)about.st_size};
        void *base = mmap(NULL, file.size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (base != MAP_FAILED) {
            file.base = base;
            read_image(&file, &out);
            munmap(base, file.size);
        }
    }
    close(fd);
    return out;
}
