import ArgumentParser
import GalleryModel

extension Operand {
    /// The address of another server.
    ///
    /// - Parameter example: how one may look.
    /// - Throws: `ValidationError` for what is none.
    func server(suchAs example: String) throws -> ServerAddress {
        guard let server = ServerAddress(text) else {
            throw ValidationError(
                InvalidValue.message(
                    // A password has no place there, and none in a message.
                    "URL", text.replacing(#/\/\/[^\/]*@/#, with: "//***@"),
                    expected: "the address of a server, such as \(example)"))
        }
        return server
    }
}
