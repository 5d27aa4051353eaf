import Gallery
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite("The places page")
struct PlacesPageTests {
    @Test("countries lead to regions and cities")
    func leadsFromCountriesToCities() async throws {
        try await FilledGallery.with { filled, client in
            let (status, page) = try await client.page("/places")
            #expect(status == 200)
            checkPage(page, "/places")
            let countries = links(page, "/places?country=")
            #expect(countries.contains("/places?country=FR"))
            #expect(page.contains("France"))
            let (_, france) = try await client.page("/places?country=FR")
            checkPage(france, "/places?country=FR")
            let regions = links(france, "/places?country=FR&region=")
            #expect(regions == ["/places?country=FR&region=Brittany"])
            let (_, brittany) = try await client.page(regions[0])
            checkPage(brittany, regions[0])
            let cities = links(brittany, "/?q=").filter { $0.contains("city") }
            #expect(cities.count == 1)
            let (_, photos) = try await client.page(cities[0])
            #expect(photos.contains("2 photos"))
        }
    }

    @Test("the regions and cities of all countries are listed")
    func listsRegionsAndCitiesOfEverything() async throws {
        try await FilledGallery.with { _, client in
            for level in ["region", "city"] {
                let (status, page) = try await client.page("/places?by=\(level)")
                #expect(status == 200)
                checkPage(page, "/places?by=\(level)")
                #expect(page.contains(">Brest<") == (level == "city"))
            }
        }
    }

    @Test("countries are named in the page's language")
    func namesCountriesInTheLanguageOfThePage() async throws {
        try await FilledGallery.with { filled, client in
            for path in [
                "/places", "/places?country=FR", "/places?country=FR&region=Brittany",
                "/places?by=region", "/photos/\(filled.plain)", "/sections/camera", "/map",
            ] {
                let (status, page) = try await client.page(path, in: .spanish)
                #expect(status == 200)
                checkPage(page, path, in: .spanish)
                #expect(page.contains("Francia"), "\(path)")
                // Metadata of a photo are shown unchanged.
                #expect(!page.contains("France") || path.hasPrefix("/photos/"), "\(path)")
                let (_, english) = try await client.page(path)
                #expect(english.contains("France") && !english.contains("Francia"), "\(path)")
            }
        }
    }

    @Test(
        "invalid places are rejected",
        arguments: [
            ("/places?country=Atlantis", 404), ("/places?region=Brittany", 400),
            ("/places?country=FR&by=country", 400), ("/places?by=street", 400),
            ("/places?position=0", 400), ("/places?positon=2", 200),
        ])
    func refusesWhatIsNoPlace(_ address: String, _ status: Int) async throws {
        try await FilledGallery.with { _, client in
            let (answered, page) = try await client.page(address)
            #expect(answered == status)
            checkPage(page, address)
        }
    }

    @Test("without positions, the page shows how to add them")
    func saysWhatToDoWithoutPositions() async throws {
        try await WebScene().run { client in
            let (status, page) = try await client.page("/places")
            #expect(status == 200)
            checkPage(page, "/places")
            #expect(page.contains("gallery locate"))
        }
    }

    private func links(_ page: String, _ start: String) -> [String] {
        MarkupReader.tags(page).compactMap { $0["href"] }.filter { $0.hasPrefix(start) }
    }
}
