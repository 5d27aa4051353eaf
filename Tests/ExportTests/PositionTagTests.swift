import Export
import GalleryModel
import Testing

@Suite("Tags that reveal a position")
struct PositionTagTests {
    private static func stays(_ tag: String) -> Bool {
        var photo = SamplePhotos.bare.photo
        photo.details.tags = [tag]
        return PositionPrivacy.dropped.applied(to: photo).tags == [tag]
    }

    @Test(
        "tags that programs write are removed",
        arguments: [
            "geo:lat=48.39", "GEO:Lon = -4.48", "geo:48.39,-4.48", "geotagged", "GeoTag",
            "geolon-4486076", "geolong4.48", "geolat4839", "exif:GPSLatitude=48.39",
            "my:longitude=4", "geonames:locality=123", "flickr:woeid=1", "w3w:a.b.c", "lat=48.39",
            "lon=-4.49", "latitude:48.39", "long=-4", "LNG = 4", "Lat 48.39", "Lat. 48.39",
            "lat4839", "longitude -4.486", "gpslatitude4839", "latlng: 48, -4", "woeid=12345",
            "altitude=35", "coords:48.4;4.5",
        ])
    func programs(tag: String) {
        #expect(!Self.stays(tag))
    }

    @Test(
        "pairs of decimal numbers are removed at any position",
        arguments: [
            "48.39, -4.48", "48.39 -4.49", "48.39;-4.49", "48.39/-4.49", "(48.39|-4.49)",
            "near 48.39,-4.49 or so", "N48.39 W4.49", "48.39N 4.49W", "48.39° N, 4.49° W",
            "48.39 north 4.49 west", "48,39 -4,49", "48,390; 4,486", "+48.39-004.49/",
            "48.4,-4.5", "-33.8568,151.2153", "151.2153 -33.8568", "４８.３９ ４.４９",
            "maps.google.com/?q=48.39,-4.49", "https://osm.org/#map=15/48.39/-4.49",
            "https://www.google.com/maps/@48.39,-4.49,15z", "q=48.39%2C-4.49", "!3d48.39!4d-4.49",
        ])
    func pairs(tag: String) {
        #expect(!Self.stays(tag))
    }

    @Test(
        "degrees and minutes, hemispheres, halves and codes are removed",
        arguments: [
            "48°23'24\"N 4°29'W", "48° 23′ 24″ N", "4°29'W", "48 deg 23' 24.00\" N", "48º23'",
            "48° 23.4", "48°N", "48.39° N", "N 48 23.4 W 4 29.1", "48 23 24 N 4 29 10 W", "N48 W4",
            "N48W004", "n48°23 o4°29", "48.390417", "-4.486076", "48.39N", "N 48.39", "w4.49",
            "48.390S", "8CWH9GR7+5H", "///filled.count.soap", "https://maps.app.goo.gl/abc",
            "https://w3w.co/filled.count.soap",
        ])
    func angles(tag: String) {
        #expect(!Self.stays(tag))
    }

    @Test(
        "harmless tags stay",
        arguments: [
            "geography", "geology", "geolatin", "1,2", "48.39", "taxonomy:genus=canis", "Brest",
            "", ":", "=", "a=b:c", "lens:long", "16:9", "f/2.8, 1/250", "f/2.8 1.5s", "v2.0,3.1",
            "v.2.0, 3.1", "camera:lens=50", "18-55mm f/3.5-5.6", "18.0-55.0 mm", "50.5mm 1.4x",
            "Canon EOS 5D", "EOS 5D 24.2 MP", "iso 100", "12.05.2024", "2024-05-01", "20°C", "-5 °",
            "90 degrees", "360° panorama", "2.5 km long", "long 1.5 km", "long exposure 30",
            "S05E03", "the office s05e03", "1st Ave N", "lattice", "latte 2", "flat 5", "alto 3",
            "altitude 3000", "10,000 steps", "1,5", "4K 59.94 fps", "1.85:1", "24.5 h", "c++",
            "north", "west 4", "no. 5.5", "python 3.11", "0.25s", "5 stars", "°", "48°", "+", "n",
            "...", "1.2.3.4", "ISO 6709",
        ])
    func harmless(tag: String) {
        #expect(Self.stays(tag))
    }

    @Test("the time for a long tag is linear in its length")
    func long() {
        for piece in ["n ", "4.5", "lat ", "1 n", "°'", "48.3 "] {
            let tag = String(repeating: piece, count: 20_000)
            let start = ContinuousClock.now
            _ = Self.stays(tag)
            #expect(ContinuousClock.now - start < .seconds(20), "\(piece)")
        }
    }
}
