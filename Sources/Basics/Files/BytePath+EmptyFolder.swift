import Glibc

extension BytePath {
    /// Removes a folder that holds nothing; any other stays.
    package func removeEmptyFolder() { _ = withCString { rmdir($0) } }
}
