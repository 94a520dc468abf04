/* What wasi-libc lacks, or does slowly. */
#include <errno.h>
#include <stdarg.h>
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
