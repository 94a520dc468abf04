/* What wasi-libc lacks, or does slowly; and a watch on memory. */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* There are no files; libyang asks for them only where it is told to search folders. */
char *
realpath(const char *path, char *resolved)
{
    (void)path;
    (void)resolved;
    errno = ENOENT;
    return NULL;
}

/* wasi-libc formats everything twice, once for the length; libyang prints each value of a document through this. */
int
vasprintf(char **result, const char *format, va_list arguments)
{
    char buffer[512];
    va_list again;
    int length;

    va_copy(again, arguments);
    length = vsnprintf(buffer, sizeof buffer, format, arguments);
    *result = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!*result) {
        length = -1;
    } else if ((size_t)length < sizeof buffer) {
        memcpy(*result, buffer, (size_t)length + 1);
    } else {
        length = vsnprintf(*result, (size_t)length + 1, format, again);
    }
    va_end(again);
    return length;
}

/*
 * The linker leads every allocation here (--wrap): libyang tells a lack of memory in many ways, as an invalid value too,
 * and a verdict that was reached without memory is none.
 */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *address, size_t size);

static int32_t exhausted;

static void *
watched(void *address, size_t size)
{
    exhausted |= !address && size;
    return address;
}

void *
__wrap_malloc(size_t size)
{
    return watched(__real_malloc(size), size);
}

void *
__wrap_calloc(size_t count, size_t size)
{
    return watched(__real_calloc(count, size), count && size);
}

void *
__wrap_realloc(void *address, size_t size)
{
    return watched(__real_realloc(address, size), size);
}

/* Whether an allocation has failed since this was last asked. */
int32_t
__attribute__((export_name("lyw_exhausted"))) lyw_exhausted(void)
{
    int32_t was = exhausted;

    exhausted = 0;
    return was;
}
