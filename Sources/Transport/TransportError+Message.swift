import Basics
import Foundation

extension TransportError.Code {
    /// The text for a person: the URL, the cause and the next step.
    ///
    /// - Parameters:
    ///   - url: The redacted URL.
    ///   - detail: What the system or the server said; empty for nothing.
    func message(url: String, detail: String) -> String {
        let cause = detail.isEmpty ? "" : " (\(detail))"
        switch self {
        case .badURL:
            return "'\(url)' is no URL that can be fetched\(cause); it must begin with http:// or "
                + "https:// and hold no password"
        case .badHeader:
            return "a header of the request to '\(url)' holds a line break or another control "
                + "character\(cause); check the settings it is made of"
        case .hostNotAllowed:
            return "the host of '\(url)' is not one that may be asked\(cause); if it is right, add "
                + "it to the allowed hosts"
        case .redirectRefused:
            return "'\(url)' redirects to where it must not\(cause)"
        case .tooManyRedirects:
            return "'\(url)' redirects more than \(Redirect.limit) times"
        case .tooLarge:
            return "the answer of '\(url)' is larger than allowed\(cause); raise the limit if it "
                + "is right"
        case .headersTooLarge:
            return "the answer of '\(url)' has more headers than allowed\(cause)"
        case .connect:
            return "no connection to '\(url)'\(cause); check the network and the address"
        case .resolve:
            return "the host name in '\(url)' cannot be resolved\(cause); check the network and "
                + "the name"
        case .tls:
            return "no secure connection to '\(url)'\(cause); check the clock and the certificates "
                + "(CURL_CA_BUNDLE, SSL_CERT_FILE)"
        case .stalled:
            return "'\(url)' stopped answering\(cause); try again later"
        case .reset:
            return "the connection to '\(url)' broke\(cause); try again"
        case .truncated:
            return "the answer of '\(url)' ended early\(cause); try again"
        case .badAnswer:
            return "'\(url)' gave an answer that makes no sense\(cause)"
        case .write(let number):
            return
                "what '\(url)' sent cannot be stored\(cause): \(SystemMessage.text(number))"
        case .rateLimited(let seconds):
            let time = seconds.flatMap(Self.wait) ?? "later"
            return "'\(url)' asks to be left alone for now\(cause); try again \(time)"
        case .unavailable(let status):
            return "'\(url)' is out of order\(cause): status \(status); try again later"
        case .cancelled:
            return "the transfer of '\(url)' was ended"
        case .curl(let code):
            return "the transfer of '\(url)' failed\(cause): curl error \(code)"
        }
    }

    private static func wait(_ seconds: Double) -> String? {
        guard seconds.isFinite, seconds < 1e9 else { return nil }
        let whole = Int(seconds.rounded(.up))
        return whole < 120 ? "in \(whole) s" : "in \((whole + 59) / 60) min"
    }
}
