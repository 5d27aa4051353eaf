import Basics
import Foundation
import GalleryModel
import Testing

import PhotoSources

@Suite("FlickrPhoto")
struct FlickrPhotoTests {
    private static func details(_ fields: String) throws -> PhotoDetails? {
        let json = try JSONDocument(
            answer: #"{"id":"53574198477", "owner":"1@N01"\#(fields)}"#.utf8)
        return FlickrPhoto(json.root, photoEndpoint: "https://live.staticflickr.com")?.details
    }

    @Test("a complete row becomes details")
    func wholeRow() throws {
        let found = try Self.details(
            #", "secret":"5f670c825b", "server":"8306", "farm":9, "title":"A &amp;quot; B", "#
                + #""ispublic":1, "isfriend":"0", "isfamily":0, "description":{"_content":"x &lt;3"}, "#
                + #""license":"4", "dateupload":"1347653033", "datetaken":"2012-09-14 13:02:57", "#
                + #""datetakengranularity":0, "datetakenunknown":"0", "ownername":"screen", "#
                + #""realname":"Zo&euml;", "latitude":"37.5", "longitude":-122.4, "accuracy":"14", "#
                + #""tags":"dog geo:lat=1", "machine_tags":"geo:lat=1 a:b=c", "o_width":"4000", "#
                + #""o_height":3000, "media":"photo", "pathalias":"zoe""#)
        let details = try #require(found)
        #expect(details.origin == .flickr)
        #expect(details.originID == "53574198477")
        #expect(details.title == "A &quot; B")
        #expect(details.caption == "x <3")
        #expect(details.creator == "Zoë")
        #expect(details.owner == "1@N01")
        #expect(details.license?.name == "CC BY 2.0")
        #expect(details.sourceURL == "https://www.flickr.com/photos/zoe/53574198477/")
        #expect(details.tags == ["dog", "geo:lat=1", "a:b=c"])
        #expect(details.dateTimeOriginal == "2012:09:14 13:02:57")
        #expect(details.dateUploaded == Date(timeIntervalSince1970: 1_347_653_033))
        #expect(details.width == 4000 && details.height == 3000)
        #expect(details.coordinate == Coordinate(latitude: 37.5, longitude: -122.4))
        #expect(details.isPublic == true && details.isFriend == false && details.isFamily == false)
        #expect(details.farm == 9 && details.server == "8306" && details.secret == "5f670c825b")
        let base = "https://live.staticflickr.com/8306/53574198477_5f670c825b"
        #expect(details.thumbnailURL == base + "_t.jpg")
        #expect(details.largePictureURL == base + "_b.jpg")
    }

    @Test("numbers instead of text and null, empty and missing fields are read or become nil")
    func oddTypes() throws {
        let json =
            #"{"id":53574198477,"server":8306,"title":null,"pathalias":null,"description":null}"#
        let row = try JSONDocument(answer: json.utf8).root
        let photo = try #require(FlickrPhoto(row, photoEndpoint: "https://x.test"))
        #expect(photo.id == "53574198477")
        #expect(photo.details.server == "8306")
        #expect(photo.details.title == nil && photo.details.caption == nil)
        #expect(photo.details.sourceURL == nil && photo.details.tags.isEmpty)
        #expect(photo.details.thumbnailURL == nil && photo.details.isPublic == nil)
        #expect(photo.details.rawJSON == json)
    }

    @Test(
        "rows without a usable id are skipped",
        arguments: [
            "{}", "[]", "null", #"{"id":""}"#, #"{"id":"../1"}"#, #"{"id":null}"#, #"{"id":{}}"#,
        ])
    func noPhoto(json: String) throws {
        #expect(
            try FlickrPhoto(JSONDocument(answer: json.utf8).root, photoEndpoint: "https://x.test")
                == nil)
    }

    @Test(
        "a missing location is distinguished from a place at 0, 0",
        arguments: [
            (#", "latitude":0,"longitude":0,"accuracy":0"#, nil),
            (#", "latitude":"0","longitude":"0""#, nil), (#", "latitude":1"#, nil),
            (#", "latitude":91,"longitude":0,"accuracy":16"#, nil),
            (#", "latitude":"x","longitude":1"#, nil),
            (
                #", "latitude":0,"longitude":0,"accuracy":"16""#,
                Coordinate(latitude: 0, longitude: 0)
            ),
            (#", "latitude":0,"longitude":37.25"#, Coordinate(latitude: 0, longitude: 37.25)),
        ] as [(String, Coordinate?)])
    func coordinates(fields: String, expected: Coordinate?) throws {
        #expect(try Self.details(fields)?.coordinate == expected)
    }

    @Test(
        "dates taken are converted to EXIF's form, or nil if unknown",
        arguments: [
            (#", "datetaken":"2012-10-28 11:32:03""#, "2012:10:28 11:32:03"),
            (
                #", "datetaken":"2012-10-01 00:00:00","datetakengranularity":"4""#,
                "2012:10"
            ),
            (#", "datetaken":"2012-00-00 00:00:00","datetakengranularity":6"#, "2012"),
            (#", "datetaken":"2012-01-01 00:00:00","datetakengranularity":"8""#, "2012"),
            (
                #", "datetaken":"2012-10-28 11:32:03","datetakengranularity":0"#,
                "2012:10:28 11:32:03"
            ),
            (
                #", "datetaken":"2012-10-28 11:32:03","datetakengranularity":4,"datetakenunknown":1"#,
                nil
            ),
            (#", "datetaken":"2012-10-28 11:32:03","datetakenunknown":1"#, nil),
            (#", "datetaken":"2012-10-28 11:32:03","datetakenunknown":"1""#, nil),
            (#", "datetaken":"0000-00-00 00:00:00""#, nil),
            (#", "datetaken":"2012-02-30 00:00:00""#, nil),
            (#", "datetaken":"yesterday""#, nil), (#", "datetaken":null"#, nil),
        ] as [(String, String?)])
    func datesTaken(fields: String, expected: String?) throws {
        #expect(try Self.details(fields)?.dateTimeOriginal == expected)
    }

    @Test(
        "an approximate date is a guess, and the location's accuracy is kept",
        arguments: [
            ("8", true, "\"3\"", 3), ("6", false, "16", 16), ("0", false, "0", nil),
            ("\"8\"", true, "null", nil),
        ] as [(String, Bool, String, Int?)])
    func exactness(granularity: String, isGuessed: Bool, accuracy: String, kept: Int?) throws {
        let details = try Self.details(
            """
            , "datetaken":"1965-01-01 00:00:00","datetakengranularity":\(granularity),
            "latitude":48.4,"longitude":-4.5,"accuracy":\(accuracy)
            """)
        #expect(details?.isDateGuessed == isGuessed && details?.positionAccuracy == kept)
    }

    @Test(
        "licenses have their names, and unknown numbers stay numbers",
        arguments: [
            ("\"0\"", "All Rights Reserved"), ("11", "CC BY 4.0"), ("\"99\"", "license 99"),
            ("\"\"", nil),
        ]
            as [(String, String?)])
    func licenses(value: String, name: String?) throws {
        #expect(try Self.details(", \"license\":\(value)")?.license?.name == name)
    }

    @Test("a path name that is invalid in a URL is dropped")
    func hostileAlias() throws {
        #expect(try Self.details(#", "pathalias":"a/../../b""#)?.sourceURL == nil)
        #expect(
            try Self.details(#", "pathalias":"""#)?.sourceURL
                == "https://www.flickr.com/photos/1@N01/53574198477/")
    }
}
