#include "trace/got.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { SLOT_OF_CALLS = R_X86_64_JUMP_SLOT, SLOT_OF_DATA = R_X86_64_GLOB_DAT };
#elif defined(__aarch64__)
enum { SLOT_OF_CALLS = R_AARCH64_JUMP_SLOT, SLOT_OF_DATA = R_AARCH64_GLOB_DAT };
#else
#error "which relocations fill the global offset table on this CPU is not known"
#endif

/* --- A loaded file. */

typedef struct dl_phdr_info file_info;

/* From the linker: the first and the last byte of the file that this is linked into. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

bool mm_got_is_own(const void *address)
{
    return (uintptr_t)address >= (uintptr_t)__ehdr_start && (uintptr_t)address < (uintptr_t)_end;
}

static bool is_inside(const file_info *file, const ElfW(Phdr) * segment, const void *address)
{
    return (uintptr_t)address - (file->dlpi_addr + segment->p_vaddr) < segment->p_memsz;
}

/* The segment of this kind that has the address, or, without one, the first of the kind; or NULL. */
static const ElfW(Phdr) * find_segment(const file_info *file, ElfW(Word) type, const void *address)
{
    for (ElfW(Half) i = 0; i < file->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &file->dlpi_phdr[i];
        if (segment->p_type == type && (!address || is_inside(file, segment, address)))
            return segment;
    }
    return NULL;
}

/* What the loader left the slot's page with: after relocation it takes the right to write from the whole
 * pages of PT_GNU_RELRO. */
static int protection_of(const file_info *file, void **place, uintptr_t page_bytes)
{
    const ElfW(Phdr) *load = find_segment(file, PT_LOAD, place);
    const ElfW(Phdr) *relro = find_segment(file, PT_GNU_RELRO, NULL);
    uintptr_t from = relro ? file->dlpi_addr + relro->p_vaddr : 0, end = from + (relro ? relro->p_memsz : 0);
    if ((uintptr_t)place >= (from & -page_bytes) && (uintptr_t)place < (end & -page_bytes))
        return PROT_READ;
    return (load->p_flags & PF_R ? PROT_READ : 0) | (load->p_flags & PF_W ? PROT_WRITE : 0) |
           (load->p_flags & PF_X ? PROT_EXEC : 0);
}

/* False where the page cannot be made writable. */
static bool write_slot(const file_info *file, void **place, void *value)
{
    uintptr_t page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)((uintptr_t)place & -page_bytes);
    int protection = protection_of(file, place, page_bytes);
    bool is_writable = (protection & PROT_WRITE) != 0;
    if (!is_writable && mprotect(page, page_bytes, protection | PROT_WRITE) != 0)
        return false;
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
    if (!is_writable)
        mprotect(page, page_bytes, protection);
    return true;
}

/* --- Finding. */

typedef struct relocations {
    const ElfW(Rela) * first;
    size_t count;
} relocations;

typedef struct dynamic_section {
    const ElfW(Sym) * symbols;
    const char *strings;
    relocations calls, others; /* of DT_JMPREL and of DT_RELA */
} dynamic_section;

/* The loader relocates these addresses in most files that it maps itself. */
static const void *address_in(const file_info *file, ElfW(Addr) address)
{
    return (const void *)(address < file->dlpi_addr ? address + file->dlpi_addr : address);
}

static bool read_dynamic(const file_info *file, dynamic_section *section)
{
    const ElfW(Phdr) *segment = find_segment(file, PT_DYNAMIC, NULL);
    *section = (dynamic_section){0};
    if (!segment)
        return false;
    const ElfW(Dyn) *entry = (const void *)(file->dlpi_addr + segment->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB)
            section->symbols = address_in(file, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_STRTAB)
            section->strings = address_in(file, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_JMPREL)
            section->calls.first = address_in(file, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_PLTRELSZ)
            section->calls.count = entry->d_un.d_val / sizeof(ElfW(Rela));
        else if (entry->d_tag == DT_RELA)
            section->others.first = address_in(file, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_RELASZ)
            section->others.count = entry->d_un.d_val / sizeof(ElfW(Rela));
    }
    return section->symbols && section->strings;
}

/* Before it is bound, a slot of calls leads to its own file's code, which calls the loader. */
static bool is_pending(const file_info *file, unsigned type, const ElfW(Sym) * symbol, const void *value)
{
    bool is_defined = symbol->st_shndx != SHN_UNDEF;
    return type == SLOT_OF_CALLS && find_segment(file, PT_LOAD, value) &&
           !(is_defined && (uintptr_t)value == file->dlpi_addr + symbol->st_value);
}

static void add_slot(mm_got_list *list, const mm_got_slot *slot)
{
    if ((list->count & (list->count - 1)) == 0) { /* a power of two: there is no room */
        size_t room = list->count == 0 ? 1 : 2 * (size_t)list->count;
        mm_got_slot *slots = realloc(list->slots, room * sizeof *slots);
        if (!slots) {
            list->is_short = true;
            return;
        }
        list->slots = slots;
    }
    list->slots[list->count++] = *slot;
}

typedef struct got_search {
    mm_got_list list;
    mm_got_numbering *number_of;
} got_search;

static void search_relocations(got_search *search, const file_info *file, const dynamic_section *section,
                               relocations table)
{
    for (size_t i = 0; table.first && i < table.count; i++) {
        const ElfW(Rela) *relocation = &table.first[i];
        unsigned type = (unsigned)ELF64_R_TYPE(relocation->r_info);
        if (type != SLOT_OF_CALLS && type != SLOT_OF_DATA)
            continue;
        const ElfW(Sym) *symbol = &section->symbols[ELF64_R_SYM(relocation->r_info)];
        int number = search->number_of(section->strings + symbol->st_name);
        void **place = (void **)(file->dlpi_addr + relocation->r_offset);
        if (number < 0 || !find_segment(file, PT_LOAD, place))
            continue;
        void *value = __atomic_load_n(place, __ATOMIC_ACQUIRE);
        if (value) /* a weak name that nobody defines has none */
            add_slot(&search->list, &(mm_got_slot){.place = place,
                                                   .original = value,
                                                   .base = file->dlpi_addr,
                                                   .number = number,
                                                   .is_pending = is_pending(file, type, symbol, value)});
    }
}

static int search_file(file_info *file, size_t size, void *context)
{
    (void)size;
    got_search *search = context;
    dynamic_section section;
    if (mm_got_is_own((const void *)file->dlpi_phdr) || !read_dynamic(file, &section))
        return 0;
    search_relocations(search, file, &section, section.calls);
    if (section.others.first != section.calls.first)
        search_relocations(search, file, &section, section.others);
    return 0;
}

mm_got_list mm_got_find(mm_got_numbering *number_of)
{
    got_search search = {.number_of = number_of};
    dl_iterate_phdr(search_file, &search);
    return search.list;
}

void mm_got_free(mm_got_list *list)
{
    free(list->slots);
    *list = (mm_got_list){0};
}

/* --- Writing. */

typedef enum got_deed { REPLACE, LOOK, RESTORE } got_deed;

typedef struct got_work {
    mm_got_list *list;
    got_deed deed;
} got_work;

static bool treat_slot(const file_info *file, const mm_got_slot *slot, got_deed deed)
{
    void *expected = deed == REPLACE ? slot->original : slot->replacement;
    if (!slot->replacement || !find_segment(file, PT_LOAD, slot->place) ||
        __atomic_load_n(slot->place, __ATOMIC_ACQUIRE) != expected)
        return false;
    return deed == LOOK ||
           write_slot(file, slot->place, deed == REPLACE ? slot->replacement : slot->original);
}

static int treat_file(file_info *file, size_t size, void *context)
{
    (void)size;
    got_work *work = context;
    for (int i = 0; i < work->list->count; i++) {
        mm_got_slot *slot = &work->list->slots[i];
        if (slot->base == file->dlpi_addr)
            slot->is_held = treat_slot(file, slot, work->deed);
    }
    return 0;
}

/* Does the deed to all slots and drops those where it failed; returns how many of these had a replacement. */
static int treat(mm_got_list *list, got_deed deed)
{
    int kept = 0, failed = 0;
    for (int i = 0; i < list->count; i++)
        list->slots[i].is_held = false; /* of a file that is gone it stays so */
    dl_iterate_phdr(treat_file, &(got_work){list, deed});
    for (int i = 0; i < list->count; i++)
        if (list->slots[i].is_held)
            list->slots[kept++] = list->slots[i];
        else
            failed += list->slots[i].replacement != NULL;
    list->count = kept;
    return failed;
}

int mm_got_replace(mm_got_list *list)
{
    return treat(list, REPLACE);
}

void mm_got_drop_stale(mm_got_list *list)
{
    treat(list, LOOK);
}

void mm_got_restore(mm_got_list *list)
{
    treat(list, RESTORE);
    mm_got_free(list);
}
