import Glibc

/// How many files the process may have open at a time.
package enum OpenFiles {
    /// Allows as many as the system lets the process have: the usual limit is for programs that wait by select(2).
    ///
    /// - Returns: how many it may have now.
    @discardableResult
    package static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 1024
        }
        if limit.rlim_cur < limit.rlim_max {
            var wanted = limit
            wanted.rlim_cur = limit.rlim_max
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &wanted) == 0 {
                limit = wanted
            }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
