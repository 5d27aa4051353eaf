"""ImageMagick's nearest equivalents of the effects."""

# The fewest ImageMagick operators that come close: grayscale for grayscale, a matrix for mixing
# colors, a single curve for curves.
WARM = "1.05 0.05 0 0 0.95 0.05 0 0.05 0.85"
COOL = "0.9 0.05 0.05 0 0.95 0.05 0 0.1 1.0"
PEERS = {
    "tonal": ["-colorspace", "Gray", "-sigmoidal-contrast", "2,50%"],
    "noir": ["-colorspace", "Gray", "-sigmoidal-contrast", "6,50%"],
    "fade": ["-modulate", "100,70", "+level", "10%,95%"],
    "process": ["-color-matrix", COOL, "-sigmoidal-contrast", "3,50%"],
    "mono": ["-colorspace", "Gray"],
    "transfer": ["-color-matrix", WARM, "+level", "5%,95%"],
    "sepia": ["-sepia-tone", "80%"],
    "chrome": ["-modulate", "100,130"],
    "instant": ["-color-matrix", WARM, "-modulate", "100,80"],
    "vignette": ["-background", "black", "-vignette", "0x10"],
}
