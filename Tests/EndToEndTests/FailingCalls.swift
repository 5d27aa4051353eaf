import Foundation
import TestSupport
import Testing

/// Makes system calls fail in the program under test, with a preloaded library.
///
/// Only calls about files below a folder are affected, by default `out`. Each call is logged.
struct FailingCalls {
    private let library: URL
    private let log: URL

    /// Builds the library in a folder of the test.
    init(in folder: URL) throws {
        library = folder.appendingPathComponent("calls.so")
        log = folder.appendingPathComponent("calls.log")
        let source = folder.appendingPathComponent("calls.c")
        try Data(Self.source.utf8).write(to: source)
        let built = try ChildProcess.run(
            "cc", ["-shared", "-fPIC", "-o", library.path, source.path, "-ldl"])
        try #require(built.status == 0, "\(built.errors)")
    }

    /// The variables for a run in which calls fail with error numbers; `fsync` after a number of
    /// successful calls.
    func environment(
        _ failures: [String: Int32] = [:], afterSyncs: Int = 0
    ) -> [String: String] {
        var variables = ["LD_PRELOAD": library.path, "CALL_LOG": log.path]
        for (call, number) in failures { variables["FAIL_\(call)"] = "\(number)" }
        variables["SYNCS"] = "\(afterSyncs)"
        return variables
    }

    /// The variables for a run in which a shell command runs just before the first `renameat2`.
    func environment(beforeFirstName command: String) -> [String: String] {
        environment().merging(["BEFORE_renameat2": command]) { $1 }
    }

    /// The variables for a run that ends as if killed before the call with a number, counted from 1
    /// among those that change a folder or wait for the disk.
    func environment(killingAt call: Int, below folder: String) -> [String: String] {
        environment().merging(["KILL_CALL": "\(call)", "CALLS_BELOW": "/\(folder)/"]) { $1 }
    }

    /// The calls so far, such as `rename OLD NEW`.
    func calls() throws -> [String] {
        String(decoding: try Data(contentsOf: log), as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static int concerns(const char *path) {
            const char *below = getenv("CALLS_BELOW");
            return strstr(path, below ? below : "/out") != NULL;
        }

        static int fails(const char *call, const char *first, const char *second) {
            static int count;
            if (!concerns(first) && !concerns(second)) return 0;
            const char *last = getenv("KILL_CALL");
            if (last && __sync_add_and_fetch(&count, 1) == atoi(last)) kill(getpid(), SIGKILL);
            FILE *log = fopen(getenv("CALL_LOG"), "a");
            if (log) {
                fprintf(log, "%s %s %s\\n", call, first, second);
                fclose(log);
            }
            char name[64];
            snprintf(name, sizeof name, "FAIL_%s", call);
            const char *number = getenv(name);
            if (number == NULL) return 0;
            errno = atoi(number);
            return 1;
        }

        static const char *path_of(int descriptor, char *buffer, size_t size) {
            char link[64];
            snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
            ssize_t length = readlink(link, buffer, size - 1);
            buffer[length < 0 ? 0 : length] = 0;
            return buffer;
        }

        int renameat2(int a, const char *old, int b, const char *new, unsigned flags) {
            const char *command = concerns(new) ? getenv("BEFORE_renameat2") : NULL;
            if (command) {
                unsetenv("LD_PRELOAD");
                if (system(command) != 0) abort();
                unsetenv("BEFORE_renameat2");
            }
            if (fails("renameat2", old, new)) return -1;
            int (*next)(int, const char *, int, const char *, unsigned) = dlsym(RTLD_NEXT, "renameat2");
            return next(a, old, b, new, flags);
        }

        int rename(const char *old, const char *new) {
            if (fails("rename", old, new)) return -1;
            int (*next)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
            return next(old, new);
        }

        int link(const char *old, const char *new) {
            if (fails("link", old, new)) return -1;
            int (*next)(const char *, const char *) = dlsym(RTLD_NEXT, "link");
            return next(old, new);
        }

        int unlink(const char *path) {
            if (getenv("KILL_CALL") && fails("unlink", path, "")) return -1;
            int (*next)(const char *) = dlsym(RTLD_NEXT, "unlink");
            return next(path);
        }

        int fdatasync(int descriptor) {
            char buffer[4096];
            if (getenv("KILL_CALL")) fails("fdatasync", path_of(descriptor, buffer, sizeof buffer), "");
            int (*next)(int) = dlsym(RTLD_NEXT, "fdatasync");
            return next(descriptor);
        }

        int fsync(int descriptor) {
            static int count;
            char buffer[4096];
            const char *path = path_of(descriptor, buffer, sizeof buffer);
            if (concerns(path) && count++ >= atoi(getenv("SYNCS"))) {
                if (fails("fsync", path, "")) return -1;
            }
            int (*next)(int) = dlsym(RTLD_NEXT, "fsync");
            return next(descriptor);
        }

        int syncfs(int descriptor) {
            char buffer[4096];
            if (fails("syncfs", path_of(descriptor, buffer, sizeof buffer), "")) return -1;
            int (*next)(int) = dlsym(RTLD_NEXT, "syncfs");
            return next(descriptor);
        }
        """
}
