import HTTPTypes

/// Cookies, as requests bring them and as answers set them.
///
/// Source: RFC 6265bis, sections 4.1 and 4.2.
enum BrowserCookie {
    /// The value of a cookie that a request carries, the first one of the name; nil for none, and for one longer than
    /// 64 bytes.
    static func value(_ name: String, in headers: HTTPFields) -> String? {
        values(name, in: headers).first.flatMap { (1...64).contains($0.utf8.count) ? $0 : nil }
    }

    /// The values of all cookies of a name: those of several paths have one.
    static func values(_ name: String, in headers: HTTPFields) -> [String] {
        var values: [String] = []
        let prefix = name + "="
        for line in headers[values: .cookie] {
            for pair in line.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(prefix) else { continue }
                values.append(String(pair.dropFirst(prefix.count)))
            }
        }
        return values
    }

    /// The header that gives a browser a cookie for a time, in seconds; 0 takes it away.
    ///
    /// No script reads it, and requests that other sites' pages make bring it only where somebody follows a link.
    ///
    /// - Parameter path: under which addresses it is sent.
    static func header(
        _ name: String, _ value: String, at path: String = "/", seconds: Int, _ client: Client
    ) -> String {
        "\(name)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Lax"
            + (client.isSecure ? "; Secure" : "")
    }
}
