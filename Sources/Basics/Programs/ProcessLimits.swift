internal import CFileSystem
import Glibc

/// The limit on the number of open files of the process.
package enum OpenFiles {
    /// Raises the limit to the maximum allowed: the default protects only programs that use
    /// select(2).
    ///
    /// - Returns: The new limit.
    @discardableResult
    package static func raiseLimit() -> Int {
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return 1024 }
        var highest = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
        let isRaised = setrlimit(files, &highest) == 0
        return Int(clamping: isRaised ? limit.rlim_max : limit.rlim_cur)
    }
}

/// Dumps of the memory of a crashed process.
package enum CoreDumps {
    /// Disables core dumps of this process, which would contain passwords and tokens.
    package static func refuse() {
        // Child processes inherit the limit.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // The limit has no effect if the system pipes dumps to a program.
        gallery_hide_memory()
    }
}
