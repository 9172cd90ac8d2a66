"""Power cuts: every write that was not synced is forgotten; nothing acknowledged is lost.

    python bench/server/power.py [--cuts 100] [--moves 5000]

A small library stands between the server and the operating system (it needs a C compiler). What is
synced is copied to a second directory; a cut kills the server and puts that copy back, so that
everything else is gone, as after a real power cut. Players and comparison are those of kill.py.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import kill
from running import OwnServer, table_of

LAYER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Copy a file of the data directory to the directory of what survives, whole or not at all. */
static void keep(int fd) {
    const char *data = getenv("POWER_DATA"), *safe = getenv("POWER_SAFE");
    char link[64], path[PATH_MAX], target[PATH_MAX], temporary[PATH_MAX], buffer[1 << 16];
    if (!data || !safe) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return;
    path[length] = 0;
    size_t prefix = strlen(data);
    struct stat about;
    if (strncmp(path, data, prefix) || path[prefix] != '/' || stat(path, &about)) return;
    if (!S_ISREG(about.st_mode)) return;
    snprintf(target, sizeof target, "%s/%s", safe, path + prefix + 1);
    snprintf(temporary, sizeof temporary, "%s.%d-%d", target, getpid(), fd);
    /* Not a second descriptor of the database: closing that would drop SQLite's locks. */
    int writable = (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY;
    int from = writable ? open(path, O_RDONLY) : fd;
    int to = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t count;
    off_t at = 0;
    if (from >= 0 && to >= 0) {
        while ((count = pread(from, buffer, sizeof buffer, at)) > 0)
            at += pwrite(to, buffer, (size_t)count, at);
        rename(temporary, target);
    }
    if (writable && from >= 0) close(from);
    if (to >= 0) close(to);
}

/* The place of a file of the data directory in the directory of what survives. */
static int safe_place(const char *path, char *target, size_t size) {
    const char *data = getenv("POWER_DATA"), *safe = getenv("POWER_SAFE");
    size_t prefix = data ? strlen(data) : 0;
    if (!data || !safe || strncmp(path, data, prefix) || path[prefix] != '/') return 0;
    snprintf(target, size, "%s/%s", safe, path + prefix + 1);
    return 1;
}

/* Deleted and renamed files: both programs sync the directory afterwards. */
int unlink(const char *path) {
    int (*real)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
    char target[PATH_MAX];
    if (safe_place(path, target, sizeof target)) real(target);
    return real(path);
}

int rename(const char *old, const char *new) {
    int (*real)(const char *, const char *) =
        (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    char from[PATH_MAX], to[PATH_MAX];
    if (safe_place(old, from, sizeof from) && safe_place(new, to, sizeof to)) real(from, to);
    return real(old, new);
}

int fsync(int fd) { keep(fd); return 0; }
int fdatasync(int fd) { keep(fd); return 0; }
"""


class UnreliableServer(OwnServer):
    """A server whose machine loses power when it is killed."""

    def __init__(self, data: Path) -> None:
        super().__init__((data / "data").resolve())
        self.data.mkdir()
        self.safe = data / "safe"
        self.safe.mkdir()
        source, library = data / "layer.c", data / "layer.so"
        source.write_text(LAYER)
        compiler = ["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"]
        subprocess.run(compiler, check=True)
        self.env = {
            **os.environ,
            "LD_PRELOAD": str(library),
            "POWER_DATA": str(self.data.resolve()),
            "POWER_SAFE": str(self.safe),
        }

    def kill(self) -> None:
        """Cut the power: what was not synced is gone."""
        super().kill()
        for path in self.data.iterdir():
            path.unlink()
        for path in self.safe.iterdir():
            shutil.copy(path, self.data / path.name)


async def run(cuts: int, moves: int, folder: Path) -> dict[str, object]:
    """Play through so many power cuts."""
    return await kill.run(cuts, moves, 0, 12, folder, UnreliableServer(folder))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--moves", type=int, default=5_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        result = asyncio.run(run(args.cuts, args.moves, Path(place)))
    print(table_of(result))
    sys.exit(1 if result["lost, doubled, missing"] else 0)
