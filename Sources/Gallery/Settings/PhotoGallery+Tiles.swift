extension PhotoGallery {
    /// Where the tiles of maps come from; nil where no other server is asked.
    package var tiles: TileTemplate? { settings.serve.tiles.flatMap(TileTemplate.init(text:)) }

    /// Whom the tiles of maps are of; nil for nobody who is to be named.
    package var tilesCredit: String? { settings.serve.tilesCredit }
}
