internal import CFileSystem
import Glibc

/// Files that hold the memory of a program that crashed.
package enum CoreDumps {
    /// Asks the system to make none of this process: passwords and tokens would be in it.
    package static func refuse() {
        // Programs that are started later inherit the limit.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // The limit does not count where the system hands the memory to a program.
        gallery_hide_memory()
    }
}
