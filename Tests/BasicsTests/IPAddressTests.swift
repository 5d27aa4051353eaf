import Basics
import Testing

@Suite("IP addresses and networks")
struct IPAddressTests {
    @Test(
        "loopback addresses are recognized",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
            ("0.0.0.0", false), ("192.168.1.2", false), ("::", false), ("fe80::1%eth0", false),
        ])
    func knowsTheMachineItself(text: String, isLoopback: Bool) throws {
        #expect(try #require(IPAddress(text: text)).isLoopback == isLoopback)
    }

    @Test(
        "a host shows which devices can connect to it",
        arguments: [
            ("localhost:8080", .computer), ("127.0.0.1:8080", .computer), ("[::1]", .computer),
            ("192.168.1.20:8080", .network), ("10.1.2.3", .network), ("172.31.0.1", .network),
            ("172.32.0.1", .everywhere), ("100.100.1.1", .network), ("[fd12::1]", .network),
            ("[fe80::1]:80", .network), ("nas", .network), ("nas.local", .network),
            ("photos.home.arpa", .network), ("photos.example.org", .everywhere),
            ("192.0.2.1", .everywhere), ("[2001:db8::1]", .everywhere),
        ] as [(String, HostReach)])
    func showsItsReach(text: String, reach: HostReach) throws {
        #expect(try #require(WebHost(text)).reach == reach)
    }

    @Test(
        "other texts are not addresses",
        arguments: [
            "", "localhost", "127.1", "0x7f.0.0.1", "127.0.0.1 ", "1.2.3.4.5", "2130706433",
            "[::1]",
            ":::",
            "%", "127.0.0.1\0", "0177.0.0.1",
        ])
    func readsNothingElse(text: String) {
        #expect(IPAddress(text: text) == nil)
    }

    @Test(
        "a network contains the addresses of its prefix",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false),
            ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
            ("127.0.0.1", "::ffff:127.0.0.1", true), ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false), ("0.0.0.0/0", "9.9.9.9", true),
            ("0.0.0.0/0", "::1", false), ("::/0", "::1", true),
        ])
    func findsAddressesInNetworks(network: String, address: String, isInside: Bool) throws {
        let network = try #require(IPNetwork(text: network))
        #expect(network.contains(try #require(IPAddress(text: address))) == isInside)
    }

    @Test(
        "other texts are not networks",
        arguments: [
            "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "a/8", "1.2.3.4/8/8",
        ])
    func readsNoOtherNetworks(text: String) {
        #expect(IPNetwork(text: text) == nil)
    }

    @Test("IPv6 addresses with the same first 64 bits belong to one household")
    func householdsHaveTheirFirst64Bits() {
        let addresses = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::", "2001:db8:1:3::1"]
        let households = addresses.compactMap { IPAddress(text: $0)?.household }
        #expect(households[0] == households[1])
        #expect(households[0] != households[2])
    }
}
