extension MetadataTransfer {
    /// Says what of an original's metadata goes along with a copy.
    ///
    /// Unless everything is kept, tags are carried only where they are known to tell nothing but how,
    /// when and by whom the picture was made, what it shows and under which terms. Never carried then:
    /// the notes of camera makers (they hide serial numbers, names and positions), comments, histories
    /// of editing, identifiers of documents and pictures, the program that wrote the file.
    package struct Rules: Hashable, Sendable {
        /// Whether all metadata that are true of the copy go along, positions, serial numbers and names
        /// among them.
        package var keepsEverything: Bool
        /// Whether positions and names of places go along.
        package var keepsLocation: Bool
        /// Whether serial numbers of cameras and lenses go along.
        package var keepsSerials: Bool
        /// Whether the names of the people in the picture and of the camera's owner go along.
        package var keepsNames: Bool
        /// People whose names are taken out, besides those whom the original names: `NameRemoval` says how.
        ///
        /// Names go out of keywords, titles, descriptions, headlines and alternative texts. The creator,
        /// credit and copyright stay: licences ask for them.
        package var names: [String]
        /// Names of places that go out of keywords where positions do not go along.
        package var places: [String]

        /// Makes rules for a copy that is given away: only what is named goes along.
        package init(
            keepsLocation: Bool = false, keepsSerials: Bool = false, keepsNames: Bool = false,
            names: [String] = [], places: [String] = []
        ) {
            keepsEverything = false
            self.keepsLocation = keepsLocation
            self.keepsSerials = keepsSerials
            self.keepsNames = keepsNames
            self.names = names
            self.places = places
        }

        /// Rules for a copy that a person keeps.
        package static let everything: Rules = {
            var rules = Rules(keepsLocation: true, keepsSerials: true, keepsNames: true)
            rules.keepsEverything = true
            return rules
        }()
    }
}
