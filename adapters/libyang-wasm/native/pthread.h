/* WebAssembly instances have one thread: what libyang locks needs no lock. wasi-libc has the types, not the functions. */
#ifndef LYW_PTHREAD_H
#define LYW_PTHREAD_H
#include <sys/types.h>
#define PTHREAD_MUTEX_INITIALIZER {{{0}}}
#define pthread_self() ((pthread_t)1)
#define pthread_mutex_init(mutex, attributes) ((void)(mutex), 0)
#define pthread_mutex_destroy(mutex) ((void)(mutex), 0)
#define pthread_mutex_lock(mutex) ((void)(mutex), 0)
#define pthread_mutex_trylock(mutex) ((void)(mutex), 0)
#define pthread_mutex_unlock(mutex) ((void)(mutex), 0)
#endif
