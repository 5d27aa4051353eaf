import Foundation
import Glibc

/// Waits for a program's end, and kills it when it writes more than it may.
///
/// What fills up wakes nobody: it is looked at now and then, by a thread of its own, as a task may wait
/// minutes for its turn under load.
struct ProgramWatch: Sendable {
    /// How long it waits between looks, in milliseconds.
    private static let interval: Int32 = 50

    /// The process, which nobody may reap before `end` returns: its number would be another's.
    let process: pid_t
    /// The process's own descriptor, which tells its end; negative on kernels without such.
    let descriptor: Int32
    let logs: ProgramLogs
    /// Bytes that each log may have.
    let limit: Int

    /// Returns when the program has ended.
    func end() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while !hasEnded() {
                    if logs.count > limit { kill(process, SIGKILL) }
                    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&wait, 1, Self.interval)
                }
                continuation.resume()
            }
        }
    }

    /// Whether the process has ended; it is left to be reaped.
    private func hasEnded() -> Bool {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
            // There is no such child any more.
            return true
        }
        return info.si_signo == SIGCHLD
    }
}
