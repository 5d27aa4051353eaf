import Glibc

/// Reads the clock that never runs backwards and stands still while the machine sleeps.
enum MonotonicTime {
    /// Seconds since some fixed moment.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
