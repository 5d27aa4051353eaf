import Basics
import Foundation
import Testing

@Suite("Dates with fractions of seconds")
struct DateTests {
    @Test(
        "whole seconds round-trip unchanged",
        arguments: [0, -1, 951_782_400, -62_135_596_800, 253_402_300_799] as [Int64])
    func seconds(seconds: Int64) {
        #expect(Date(unixSeconds: seconds).unixSeconds == seconds)
    }

    @Test("fractions are rounded down, and distant instants do not trap")
    func edges() {
        #expect(Date(timeIntervalSince1970: -0.5).unixSeconds == -1)
        #expect(Date(timeIntervalSince1970: 1.9).unixSeconds == 1)
        #expect(Date(unixSeconds: .max).unixSeconds == .max)
        #expect(Date.distantPast.unixSeconds < Date.distantFuture.unixSeconds)
    }
}
