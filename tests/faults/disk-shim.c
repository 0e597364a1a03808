/*
 * A preloaded library that makes a healthy disk and clock behave badly, for the fault tests. It looks only at regular
 * files below DISK_SHIM_DIR. The test steers it while the process runs through DISK_SHIM_CONTROL, a file of 64-bit
 * integers in the order of `struct control`; `disk-shim.ts` holds the same order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The order is that of `fields` in disk-shim.ts. */
struct control {
  _Atomic int64_t sync_ms;    /* how long each sync sleeps before it begins */
  _Atomic int64_t wall_ms;    /* what is added to the wall clock */
  _Atomic int64_t fail_errno; /* 0: no call fails */
  _Atomic int64_t fail_from;  /* the first call that fails, counted from 1 */
  _Atomic int64_t fail_count; /* how many calls fail; -1: all from there on */
  _Atomic int64_t kill_at;    /* the call at which the process ends; 0: none */
  _Atomic int64_t kill_how;   /* 1: before it, 2: after it, 3: after half of its bytes */
  _Atomic int64_t counts;     /* which calls are counted, as a sum: 1 writes, 2 syncs, 4 changes of names */
  _Atomic int64_t calls;      /* written by this library: calls counted so far */
  _Atomic int64_t main_syncs; /* written by this library: syncs on the main thread */
  _Atomic int64_t syncs;      /* written by this library: all syncs */
};

enum { WRITES = 1, SYNCS = 2, NAMES = 4 };

static struct control none;
static struct control *control = &none;
static const char *folder;
static const char *images;
static pthread_mutex_t copying = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static int (*real_ftruncate)(int, off_t);
static int (*real_open)(const char *, int, ...);
static int (*real_rename)(const char *, const char *);
static int (*real_unlink)(const char *);
static int (*real_mkdir)(const char *, mode_t);
static int (*real_rmdir)(const char *);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_gettimeofday)(struct timeval *, void *);

/* Other libraries may call these before this one is constructed. */
static void find_real(void) {
  if (real_gettimeofday) return;
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_writev = dlsym(RTLD_NEXT, "writev");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_open = dlsym(RTLD_NEXT, "open64");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  real_mkdir = dlsym(RTLD_NEXT, "mkdir");
  real_rmdir = dlsym(RTLD_NEXT, "rmdir");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  real_gettimeofday = dlsym(RTLD_NEXT, "gettimeofday");
}

__attribute__((constructor)) static void begin(void) {
  find_real();
  folder = getenv("DISK_SHIM_DIR");
  images = getenv("DISK_SHIM_IMAGES");
  const char *path = getenv("DISK_SHIM_CONTROL");
  int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (map != MAP_FAILED) control = map;
}

/* The path of a regular file below the folder; 0 for everything else. */
static int is_watched(int fd, char *path) {
  if (!folder) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  struct stat status;
  size_t prefix = strlen(folder);
  return strncmp(path, folder, prefix) == 0 && path[prefix] == '/' && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

static void end_process(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

/* A full disk still takes what it has room for: bytes that lie within the file already. */
static int has_room(int fd, off_t end) {
  struct stat status;
  return atomic_load(&control->fail_errno) == ENOSPC && fstat(fd, &status) == 0 && end <= status.st_size;
}

/* Whether the call fails, and with the process ending at its place: 0 go on, 1 fail, 2 end after it, 3 end after half. */
static int fate(int kind) {
  if (!(atomic_load(&control->counts) & kind)) return 0;
  int64_t call = atomic_fetch_add(&control->calls, 1) + 1;
  int64_t from = atomic_load(&control->fail_from), count = atomic_load(&control->fail_count);
  if (atomic_load(&control->fail_errno) && call >= from && (count < 0 || call < from + count)) return 1;
  if (atomic_load(&control->kill_at) != call) return 0;
  if (atomic_load(&control->kill_how) == 1) end_process();
  return (int)atomic_load(&control->kill_how);
}

static int is_idle(void) { return !atomic_load(&control->counts); }

static ssize_t refused(void) {
  errno = (int)atomic_load(&control->fail_errno);
  return -1;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  find_real();
  char path[PATH_MAX];
  if (is_idle() || !is_watched(fd, path)) return real_write(fd, bytes, size);
  int what = fate(WRITES);
  if (what == 1 && !has_room(fd, lseek(fd, 0, SEEK_CUR) + (off_t)size)) return refused();
  ssize_t written = real_write(fd, bytes, what == 3 ? size / 2 : size);
  if (what >= 2) end_process();
  return written;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t at) {
  char path[PATH_MAX];
  if (is_idle() || !is_watched(fd, path)) return real_pwrite(fd, bytes, size, at);
  int what = fate(WRITES);
  if (what == 1 && !has_room(fd, at + (off_t)size)) return refused();
  ssize_t written = real_pwrite(fd, bytes, what == 3 ? size / 2 : size, at);
  if (what >= 2) end_process();
  return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return pwrite64(fd, bytes, size, at); }

ssize_t writev(int fd, const struct iovec *parts, int count) {
  char path[PATH_MAX];
  if (is_idle() || !is_watched(fd, path)) return real_writev(fd, parts, count);
  int what = fate(WRITES);
  if (what == 1) return refused();
  ssize_t written = real_writev(fd, parts, what == 3 ? (count + 1) / 2 : count);
  if (what >= 2) end_process();
  return written;
}

int ftruncate64(int fd, off_t size) {
  char path[PATH_MAX];
  if (is_idle() || !is_watched(fd, path)) return real_ftruncate(fd, size);
  int what = fate(WRITES);
  if (what == 1 && !has_room(fd, size)) return (int)refused();
  int result = real_ftruncate(fd, size);
  if (what >= 2) end_process();
  return result;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

/*
 * What a power cut leaves of a file is its content at its last sync: one copy a file, replaced as a whole. It is read
 * through the caller's descriptor, because closing another one would end the locks that SQLite holds on the file.
 */
static void keep_image(int fd, const char *path) {
  const char *name = path + strlen(folder) + 1;
  if (!images || strchr(name, '/')) return;
  char to[PATH_MAX], part[PATH_MAX], buffer[65536];
  snprintf(to, sizeof to, "%s/%s", images, name);
  snprintf(part, sizeof part, "%s/%s.part", images, name);
  int is_readable = (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR;
  pthread_mutex_lock(&copying);
  int in = is_readable ? fd : open(path, O_RDONLY | O_CLOEXEC);
  int out = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  off_t at = 0;
  for (ssize_t size; in >= 0 && out >= 0 && (size = pread(in, buffer, sizeof buffer, at)) > 0; at += size)
    real_write(out, buffer, (size_t)size);
  if (in >= 0 && !is_readable) close(in);
  if (out >= 0) {
    close(out);
    rename(part, to);
  }
  pthread_mutex_unlock(&copying);
}

static int synced(int fd, int (*real)(int)) {
  char path[PATH_MAX];
  if (!is_watched(fd, path)) return real(fd);
  atomic_fetch_add(&control->syncs, 1);
  if (syscall(SYS_gettid) == getpid()) atomic_fetch_add(&control->main_syncs, 1);
  int64_t ms = atomic_load(&control->sync_ms);
  if (ms > 0) {
    struct timespec pause = {ms / 1000, (ms % 1000) * 1000000};
    nanosleep(&pause, NULL);
  }
  int what = fate(SYNCS);
  if (what == 1 && atomic_load(&control->fail_errno) != ENOSPC) return (int)refused();
  if (what == 3) end_process();
  int result = real(fd);
  if (result == 0) keep_image(fd, path);
  if (what == 2) end_process();
  return result;
}

static int is_below(const char *path) {
  if (!folder || !path) return 0;
  size_t prefix = strlen(folder);
  return strncmp(path, folder, prefix) == 0 && path[prefix] == '/';
}

/* A disk that has become read-only lets no name below the folder be made, changed or removed. */
static int is_read_only(const char *path) {
  return !is_idle() && is_below(path) && atomic_load(&control->fail_errno) == EROFS &&
         atomic_load(&control->calls) + 1 >= atomic_load(&control->fail_from);
}

/* As `fate`, for a name that is made, changed or removed; only making one takes room on a full disk. */
static int fate_of_name(const char *path, int takes_room) {
  if (is_idle() || !is_below(path)) return 0;
  int refuses = is_read_only(path);
  int what = fate(NAMES);
  if (what == 1 && atomic_load(&control->fail_errno) == ENOSPC && !takes_room) return refuses;
  return refuses ? 1 : what;
}

int open64(const char *path, int flags, ...) {
  find_real();
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && is_read_only(path)) return (int)refused();
  return real_open(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open64(path, flags, mode);
}

int rename(const char *from, const char *to) {
  find_real();
  int what = fate_of_name(to, 0);
  if (what == 1) return (int)refused();
  int result = real_rename(from, to);
  if (what >= 2) end_process();
  return result;
}

int unlink(const char *path) {
  find_real();
  int what = fate_of_name(path, 0);
  if (what == 1) return (int)refused();
  int result = real_unlink(path);
  if (what >= 2) end_process();
  return result;
}

int rmdir(const char *path) {
  find_real();
  int what = fate_of_name(path, 0);
  if (what == 1) return (int)refused();
  int result = real_rmdir(path);
  if (what >= 2) end_process();
  return result;
}

int mkdir(const char *path, mode_t mode) {
  find_real();
  int what = fate_of_name(path, 1);
  if (what == 1) return (int)refused();
  int result = real_mkdir(path, mode);
  if (what >= 2) end_process();
  return result;
}

int fsync(int fd) { return synced(fd, real_fsync); }
int fdatasync(int fd) { return synced(fd, real_fdatasync); }

int clock_gettime(clockid_t clock, struct timespec *time) {
  find_real();
  int result = real_clock_gettime(clock, time);
  int64_t ms = atomic_load(&control->wall_ms);
  if (result == 0 && ms != 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t nanos = time->tv_nsec + (ms % 1000) * 1000000;
    time->tv_sec += ms / 1000 + (nanos < 0 ? -1 : nanos / 1000000000);
    time->tv_nsec = nanos < 0 ? nanos + 1000000000 : nanos % 1000000000;
  }
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  find_real();
  int result = real_gettimeofday(time, zone);
  int64_t ms = atomic_load(&control->wall_ms);
  if (result == 0 && ms != 0) {
    int64_t micros = time->tv_usec + (ms % 1000) * 1000;
    time->tv_sec += ms / 1000 + (micros < 0 ? -1 : micros / 1000000);
    time->tv_usec = micros < 0 ? micros + 1000000 : micros % 1000000;
  }
  return result;
}
