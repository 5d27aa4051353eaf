import Foundation
import HTTPTypes

@testable import GalleryWeb

/// Requests for every address of the server, built from its table of routes.
enum AccessMatrix {
    /// The status with which a route refuses a request: the photo-share protocol has only one.
    static func expectedStatus(_ status: Int, _ route: Route) -> Int {
        route.parts.first ?? "" == PhotoShareRoutes.folder ? 404 : status
    }

    /// The address of a route, with a value in place of its parameters.
    static func path(of route: Route, _ value: String = "1") -> String {
        "/" + route.parts.map { $0.hasPrefix("{") ? value : String($0) }.joined(separator: "/")
    }

    /// The addresses of a route with a value in place of one of its parameters.
    static func paths(of route: Route, with value: String) -> [String] {
        route.parts.indices.compactMap { index in
            guard route.parts[index].hasPrefix("{") else { return nil }
            let parts = route.parts.enumerated().map { other, part in
                part.hasPrefix("{") ? other == index ? value : "1" : String(part)
            }
            return "/" + parts.joined(separator: "/")
        }
    }

    /// True if a route is for programs, which receive 401 instead of a redirect to the sign-in
    /// page.
    static func isForPrograms(_ route: Route) -> Bool {
        route.method != .get || route.template.hasPrefix("/api/") || route.template == "/metrics"
    }

    /// True if a route is open to everyone and identifies the sender by its form:
    /// CampaignRouteTests.
    static func hasOwnGate(_ route: Route) -> Bool {
        route.method == .post && route.template == "/posts"
    }

    /// Parts of addresses that no route accepts.
    static let hostileParts: [String] = [
        "..", "%2e%2e", "..%2f..%2f..%2f..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd",
        "..%5c..%5cetc%5cpasswd", "%252e%252e%252f%252e%252e%252fetc%252fpasswd",
        "....%2f%2f....%2f%2fetc%2fpasswd", "..;%2f..;%2fetc%2fpasswd",
        "file:%2f%2f%2fetc%2fpasswd",
        "%00", "1%00", "1%00.jpg", "%2500", "%c0%ae%c0%ae%2f%c0%ae%c0%ae%2fetc%2fpasswd", "%c0%80",
        "%ff%fe", "%", "%4", "%zz", "%u002e", "1%0d%0aSet-Cookie:%20a=b", "1%0a", "%7f", "%1b%5b2J",
        "%e2%80%ae1", "%ef%bc%91", "%d9%a1", "-1", "0", "+1", "1e3", "0x1", "1.0", " 1", "1%20",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "99999999999999999999999999", "camera", "flickr:", ":", "flickr:%00", "camera%2f1", "1%2f1",
        "'%20OR%201=1--", "%22;DROP%20TABLE%20photo;--", "%3Cscript%3Ealert(1)%3C%2fscript%3E",
        "%7b%7b1%7d%7d", "*", "~", "~root", "$(id)", "`id`", "con", "null", "undefined", "NaN",
        "catalog.sqlite", "..%2fcatalog.sqlite", "%e0%a4%a", "%f0%9f%90%b6",
        String(repeating: "a", count: 7_000), String(repeating: "9", count: 7_000),
        String(repeating: "%2e%2e%2f", count: 700) + "etc%2fpasswd",
        String(repeating: "%25", count: 2_000), String(repeating: "a", count: 10_000),
        String(repeating: "e%cc%81", count: 1_000),
    ]

    /// Parameters that no route accepts.
    static let hostileQueries: [String] = [
        "?limit=-1", "?limit=0", "?limit=99999999999999999999", "?limit=1e9", "?limit=",
        "?limit=1001",
        "?limit=%00", "?cursor=%00", "?cursor=..%2f..%2fetc%2fpasswd", "?cursor=" + "a,1,2,3",
        "?cursor=" + String(repeating: "A", count: 7_000), "?q=%22", "?q=((((",
        "?q=" + "(".repeated(3_000),
        "?q=near:999,999,1", "?q=taken:..", "?q=section:nothing", "?q='%20OR%201=1--",
        "?sort=nothing",
        "?sort=%00", "?sort=taken:sideways", "?after=-1", "?after=abc", "?size=huge", "?by=nothing",
        "?a=1&a=2", "?%00=1", "?=", "?&&&&", "?" + String(repeating: "a=1&", count: 20) + "b",
        "?v=..%2f..%2fetc%2fpasswd", "?download=..%2f", "?zoom=99", "?bbox=nan,nan,nan,nan",
        "?bbox=-999,-999,999,999", "?q=" + String(repeating: "not:", count: 1_500) + "x",
    ]
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
