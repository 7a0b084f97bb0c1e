/* Keeps a shadow of PC_ROOT that holds only what was synced: what a machine may find after it lost
   power. Bytes count once fsync or fdatasync of their file returned, names once fsync of their
   directory did; sync_file_range counts for nothing. The shadow's tree is PC_SHADOW/tree. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define FILES 4096
#define PATH 4096

static char root[PATH], shadow[PATH];
/* PC_DEAF: no sync counts, so that a test can show that it would notice. */
static int deaf;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* From which byte on a file differs from its shadow. */
static struct { ino_t ino; off_t dirty; } files[FILES];
static int known;

#define NEXT(name, type) \
    static __typeof__(type) real; \
    if (!real) real = (__typeof__(type))dlsym(RTLD_NEXT, name)

static void fail(const char *what) {
    perror(what);
    _exit(97);
}

static off_t *dirty_of(ino_t ino) {
    for (int at = 0; at < known; at++)
        if (files[at].ino == ino) return &files[at].dirty;
    if (known == FILES) fail("powercut: too many files");
    files[known].ino = ino;
    files[known].dirty = 0;
    return &files[known++].dirty;
}

static void join(char *into, const char *first, const char *then, const char *last) {
    if (snprintf(into, PATH, "%s%s%s", first, then, last) >= PATH) fail("powercut: a long path");
}

static void bytes_path(char *into, ino_t ino) {
    char number[32];
    snprintf(number, sizeof number, "%lu", (unsigned long)ino);
    join(into, shadow, "/bytes/", number);
}

/* The path of an open file inside the root, or 0. */
static int inside(int fd, char *path) {
    char link[64];
    if (!*root) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    size_t prefix = strlen(root);
    return !strncmp(path, root, prefix) && (path[prefix] == '/' || !path[prefix]);
}

/* Told after the write: one that a sync did not see is still dirty after it. */
static void wrote(int fd, off_t from) {
    char path[PATH];
    struct stat stat;
    if (!inside(fd, path) || fstat(fd, &stat) || !S_ISREG(stat.st_mode)) return;
    pthread_mutex_lock(&lock);
    off_t *dirty = dirty_of(stat.st_ino);
    if (from < *dirty) *dirty = from;
    pthread_mutex_unlock(&lock);
}

static void keep_bytes(const char *path, const struct stat *stat) {
    char to[PATH], buffer[1 << 16];
    bytes_path(to, stat->st_ino);
    off_t *dirty = dirty_of(stat->st_ino), at = *dirty;
    int in = open(path, O_RDONLY), out = open(to, O_WRONLY | O_CREAT, 0600);
    if (in < 0 || out < 0) fail("powercut: open");
    for (ssize_t got; (got = pread(in, buffer, sizeof buffer, at)) > 0; at += got) {
        NEXT("pwrite64", ssize_t (*)(int, const void *, size_t, off_t));
        if (real(out, buffer, (size_t)got, at) != got) fail("powercut: write");
    }
    NEXT("ftruncate64", int (*)(int, off_t));
    if (real(out, at)) fail("powercut: truncate");
    close(in);
    close(out);
    *dirty = at;
}

static void tree_path(char *into, const char *path) {
    join(into, shadow, "/tree", path + strlen(root));
}

/* A file's name appears with the bytes that were synced so far, perhaps none. */
static void keep_name(const char *path, const struct stat *stat) {
    char from[PATH], to[PATH];
    struct stat old;
    bytes_path(from, stat->st_ino);
    tree_path(to, path);
    int made = open(from, O_WRONLY | O_CREAT, 0600);
    if (made < 0 || fstat(made, &old)) fail("powercut: name");
    close(made);
    struct stat now;
    if (!lstat(to, &now) && now.st_ino == old.st_ino) return;
    unlink(to);
    if (link(from, to)) fail("powercut: link");
}

static int remove_one(const char *path, const struct stat *stat, int flag, struct FTW *where) {
    (void)stat, (void)flag, (void)where;
    return remove(path);
}

static void keep_names(const char *directory) {
    char to[PATH], path[PATH];
    struct dirent *item;
    struct stat stat;
    tree_path(to, directory);
    mkdir(to, 0700);
    DIR *names = opendir(directory);
    if (!names) fail("powercut: directory");
    while ((item = readdir(names))) {
        if (!strcmp(item->d_name, ".") || !strcmp(item->d_name, "..")) continue;
        join(path, directory, "/", item->d_name);
        if (lstat(path, &stat)) continue;
        if (S_ISREG(stat.st_mode)) keep_name(path, &stat);
        if (S_ISDIR(stat.st_mode)) {
            char sub[PATH];
            tree_path(sub, path);
            mkdir(sub, 0700);
        }
    }
    closedir(names);
    if (!(names = opendir(to))) fail("powercut: shadow");
    while ((item = readdir(names))) {
        join(path, directory, "/", item->d_name);
        if (lstat(path, &stat)) {
            char gone[PATH];
            join(gone, to, "/", item->d_name);
            nftw(gone, remove_one, 16, FTW_DEPTH | FTW_PHYS);
        }
    }
    closedir(names);
}

static void synced(int fd) {
    char path[PATH];
    struct stat stat;
    if (deaf || !inside(fd, path) || fstat(fd, &stat)) return;
    pthread_mutex_lock(&lock);
    if (S_ISREG(stat.st_mode) && stat.st_nlink) keep_bytes(path, &stat);
    if (S_ISDIR(stat.st_mode)) keep_names(path);
    pthread_mutex_unlock(&lock);
}

static int first_look(const char *path, const struct stat *stat, int flag, struct FTW *where) {
    (void)where;
    if (flag == FTW_D) {
        char to[PATH];
        tree_path(to, path);
        mkdir(to, 0700);
    }
    if (flag == FTW_F) {
        keep_bytes(path, stat);
        keep_name(path, stat);
    }
    return 0;
}

/* What stands there at the start was synced long ago. */
__attribute__((constructor)) static void begin(void) {
    char bytes[PATH];
    if (!getenv("PC_ROOT") || !getenv("PC_SHADOW")) return;
    join(shadow, getenv("PC_SHADOW"), "", "");
    deaf = getenv("PC_DEAF") != 0;
    if (!realpath(getenv("PC_ROOT"), root)) fail("powercut: PC_ROOT");
    join(bytes, shadow, "/bytes", "");
    mkdir(bytes, 0700);
    nftw(root, first_look, 16, FTW_PHYS);
}

int fsync(int fd) {
    NEXT("fsync", int (*)(int));
    int done = real(fd);
    if (!done) synced(fd);
    return done;
}

int fdatasync(int fd) {
    NEXT("fdatasync", int (*)(int));
    int done = real(fd);
    if (!done) synced(fd);
    return done;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    NEXT("write", ssize_t (*)(int, const void *, size_t));
    ssize_t done = real(fd, bytes, count);
    if (fd > 2) wrote(fd, 0);
    return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at) {
    NEXT("pwrite64", ssize_t (*)(int, const void *, size_t, off_t));
    ssize_t done = real(fd, bytes, count, at);
    wrote(fd, at);
    return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    return pwrite64(fd, bytes, count, at);
}

int ftruncate64(int fd, off_t length) {
    NEXT("ftruncate64", int (*)(int, off_t));
    int done = real(fd, length);
    wrote(fd, length);
    return done;
}

int ftruncate(int fd, off_t length) {
    return ftruncate64(fd, length);
}
