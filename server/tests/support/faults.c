/* Lets calls on files below FAULT_ROOT fail, as a failing or a full disk does.

   FAULT_AT=n: the nth call fails, counted from the start of the process; FAULT_STAY: every later one, too.
   FAULT_ODDS=n: of a hundred calls n fail instead, picked by FAULT_SEED.
   FAULT_KIND: eio, enospc, eintr (writes and syncs), short (half of a write).
   FAULT_TOLD: a file that gets a line for each call that failed, and one that begins with "again" for each
   later sync of a file whose sync had failed.
   FAULT_QUOTA: a file with the number of bytes that files below the root may hold together. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define PATH 4096
#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* What a call does. */
enum call { WRITES, SYNCS, NAMES };

static char root[PATH], told[PATH], quota[PATH], kind[16] = "eio";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long at, calls, held, odds;
static unsigned long long seed;
static int stay;
static ino_t unsynced;

static void fail(const char *what) {
    perror(what);
    _exit(97);
}

static void setting(const char *name, char *into, int size) {
    const char *value = getenv(name);
    if (value && snprintf(into, (size_t)size, "%s", value) >= size) fail("faults: a long setting");
}

__attribute__((constructor)) static void begin(void) {
    if (!getenv("FAULT_ROOT")) return;
    if (!realpath(getenv("FAULT_ROOT"), root)) fail("faults: FAULT_ROOT");
    setting("FAULT_TOLD", told, PATH);
    setting("FAULT_QUOTA", quota, PATH);
    setting("FAULT_KIND", kind, sizeof kind);
    at = getenv("FAULT_AT") ? atol(getenv("FAULT_AT")) : 0;
    stay = getenv("FAULT_STAY") != 0;
    odds = getenv("FAULT_ODDS") ? atol(getenv("FAULT_ODDS")) : 0;
    seed = getenv("FAULT_SEED") ? strtoull(getenv("FAULT_SEED"), 0, 10) : 0;
}

/* How many calls there were, so that a test knows how far to walk. */
__attribute__((destructor)) static void end(void) {
    FILE *log = *told ? fopen(told, "a") : 0;
    if (!log) return;
    fprintf(log, "calls %ld\n", calls);
    fclose(log);
}

static int below(const char *path) {
    size_t prefix = strlen(root);
    return *root && !strncmp(path, root, prefix) && (path[prefix] == '/' || !path[prefix]);
}

/* The path of an open file below the root, or 0. */
static int inside(int fd, char *path) {
    char link[64];
    if (!*root || fd < 3) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return below(path);
}

/* The log lies outside the root, so that writing it is no call of its own. */
static void tell(const char *what, const char *path) {
    FILE *log = *told ? fopen(told, "a") : 0;
    if (!log) return;
    fprintf(log, "%s %s\n", what, path + strlen(root));
    fclose(log);
}

/* A number below a hundred: Knuth's linear congruential generator. */
static long dice(void) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (long)((seed >> 33) % 100);
}

/* Whether this call is one that fails. */
static int hit(enum call call, const char *name, const char *path) {
    if (!*root || (call == NAMES && (!strcmp(kind, "eintr") || !strcmp(kind, "short")))) return 0;
    if (call == SYNCS && !strcmp(kind, "short")) return 0;
    pthread_mutex_lock(&lock);
    calls++;
    int hits = odds ? dice() < odds : calls == at || (stay && calls > at);
    if (hits) tell(name, path);
    pthread_mutex_unlock(&lock);
    if (hits) errno = !strcmp(kind, "enospc") ? ENOSPC : !strcmp(kind, "eintr") ? EINTR : EIO;
    return hits;
}

static int add(const char *path, const struct stat *stat, int flag, struct FTW *where) {
    (void)path, (void)where;
    if (flag == FTW_F) held += stat->st_size;
    return 0;
}

/* Whether a file may grow to this length. */
static int fits(int fd, off_t length) {
    struct stat stat;
    long most = 0;
    if (!*quota || fstat(fd, &stat) || length <= stat.st_size) return 1;
    FILE *file = fopen(quota, "r");
    if (!file || fscanf(file, "%ld", &most) != 1) fail("faults: FAULT_QUOTA");
    fclose(file);
    pthread_mutex_lock(&lock);
    held = 0;
    nftw(root, add, 16, FTW_PHYS);
    int fits = held + (length - stat.st_size) <= most;
    pthread_mutex_unlock(&lock);
    if (!fits) errno = ENOSPC;
    return fits;
}

static int may_write(int fd, const char *name, size_t *count, off_t from) {
    char path[PATH];
    if (!inside(fd, path)) return 1;
    if (!fits(fd, from + (off_t)*count)) return 0;
    if (!hit(WRITES, name, path)) return 1;
    if (strcmp(kind, "short") || *count < 2) return !strcmp(kind, "short");
    *count /= 2;
    return 1;
}

static int may_sync(int fd, const char *name) {
    char path[PATH];
    struct stat stat;
    if (!inside(fd, path) || fstat(fd, &stat)) return 1;
    if (unsynced == stat.st_ino && strcmp(kind, "eintr")) tell("again", path);
    if (!hit(SYNCS, name, path)) return 1;
    unsynced = stat.st_ino;
    return 0;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL(write);
    off_t from = *root && fd > 2 ? lseek(fd, 0, SEEK_CUR) : 0;
    return may_write(fd, "write", &count, from < 0 ? 0 : from) ? real(fd, bytes, count) : -1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t from) {
    REAL(pwrite64);
    return may_write(fd, "write", &count, from) ? real(fd, bytes, count, from) : -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t from) {
    return pwrite64(fd, bytes, count, from);
}

int fsync(int fd) {
    REAL(fsync);
    return may_sync(fd, "sync") ? real(fd) : -1;
}

int fdatasync(int fd) {
    REAL(fdatasync);
    return may_sync(fd, "sync") ? real(fd) : -1;
}

int sync_file_range(int fd, off64_t from, off64_t count, unsigned flags) {
    REAL(sync_file_range);
    return may_sync(fd, "range") ? real(fd, from, count, flags) : -1;
}

int ftruncate64(int fd, off64_t length) {
    char path[PATH];
    REAL(ftruncate64);
    if (inside(fd, path) && (!fits(fd, length) || hit(NAMES, "truncate", path))) return -1;
    return real(fd, length);
}

int ftruncate(int fd, off_t length) {
    return ftruncate64(fd, length);
}

int rename(const char *from, const char *to) {
    REAL(rename);
    return below(to) && hit(NAMES, "rename", to) ? -1 : real(from, to);
}

int open64(const char *path, int flags, ...) {
    REAL(open64);
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return flags & O_CREAT && below(path) && hit(NAMES, "create", path) ? -1 : real(path, flags, mode);
}
