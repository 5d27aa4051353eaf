import Glibc

/// Calls of the system: the one place that looks at their results.
enum SystemCall {
    /// Makes a call about a path, again as long as signals interrupt it.
    ///
    /// Not for `close`, which Linux has done even where a signal interrupted it: close(2), "Notes".
    ///
    /// - Throws: the error number of a call that returned less than 0.
    @discardableResult
    static func retrying<Count: SignedInteger>(
        _ path: BytePath, _ call: () -> Count
    ) throws(FileError) -> Count {
        while true {
            let count = call()
            if count >= 0 { return count }
            let number = errno
            if number != EINTR { throw FileError(path: path, number: number) }
        }
    }
}
