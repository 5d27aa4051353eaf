// Writes seed files for the fuzzers: MakeSeeds JPEG_FOLDER METADATA_FOLDER.
#include "CExiv2Shim.h"
#include "CJPEGShim.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <jpeglib.h>

namespace {

using Bytes = std::vector<uint8_t>;

void write(const std::string &path, const Bytes &bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    if (!file) {
        std::cerr << "error: cannot write '" << path << "'\n";
        std::exit(74);
    }
}

/// A variant of JPEG.
struct Kind {
    const char *name;
    int components;
    J_COLOR_SPACE pixels;
    J_COLOR_SPACE stored;
    int across;
    int down;
    bool isProgressive;
    unsigned int restartRows;
    bool isArithmetic;
};

const Kind kinds[] = {
    {"grey", 1, JCS_GRAYSCALE, JCS_GRAYSCALE, 1, 1, false, 0, false},
    {"colour444", 3, JCS_RGB, JCS_YCbCr, 1, 1, false, 0, false},
    {"colour420", 3, JCS_RGB, JCS_YCbCr, 2, 2, false, 0, false},
    {"colour411", 3, JCS_RGB, JCS_YCbCr, 4, 1, false, 0, false},
    {"restarts", 3, JCS_RGB, JCS_YCbCr, 2, 1, false, 1, false},
    {"progressive", 3, JCS_RGB, JCS_YCbCr, 2, 2, true, 0, false},
    {"progressive-grey", 1, JCS_GRAYSCALE, JCS_GRAYSCALE, 1, 1, true, 0, false},
    {"arithmetic", 3, JCS_RGB, JCS_YCbCr, 2, 2, false, 0, true},
    {"rgb", 3, JCS_RGB, JCS_RGB, 1, 1, false, 0, false},
    {"cmyk", 4, JCS_CMYK, JCS_CMYK, 1, 1, false, 0, false},
    {"ycck", 4, JCS_CMYK, JCS_YCCK, 2, 2, false, 0, false},
    {"ycck-progressive", 4, JCS_CMYK, JCS_YCCK, 1, 1, true, 0, false},
};

Bytes encode(const Kind &kind, unsigned int width, unsigned int height) {
    jpeg_compress_struct info = {};
    jpeg_error_mgr manager = {};
    info.err = jpeg_std_error(&manager);
    jpeg_create_compress(&info);
    unsigned char *bytes = nullptr;
    unsigned long length = 0;
    jpeg_mem_dest(&info, &bytes, &length);
    info.image_width = width;
    info.image_height = height;
    info.input_components = kind.components;
    info.in_color_space = kind.pixels;
    jpeg_set_defaults(&info);
    jpeg_set_colorspace(&info, kind.stored);
    jpeg_set_quality(&info, 60, TRUE);
    info.comp_info[0].h_samp_factor = kind.across;
    info.comp_info[0].v_samp_factor = kind.down;
    info.restart_in_rows = static_cast<int>(kind.restartRows);
    info.arith_code = kind.isArithmetic ? TRUE : FALSE;
    if (kind.isProgressive) jpeg_simple_progression(&info);
    jpeg_start_compress(&info, TRUE);
    Bytes row(size_t{width} * static_cast<size_t>(kind.components));
    while (info.next_scanline < height) {
        for (size_t index = 0; index < row.size(); ++index) {
            row[index] = static_cast<uint8_t>(index * 7 + info.next_scanline * 5);
        }
        JSAMPROW rows[] = {row.data()};
        jpeg_write_scanlines(&info, rows, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    const Bytes result(bytes, bytes + length);
    std::free(bytes);
    return result;
}

const cexiv2_entry entries[] = {
    {"Exif.Image.Orientation", "6"},
    {"Exif.Image.Make", "Seed"},
    {"Exif.Image.Model", "S 1"},
    {"Exif.Photo.DateTimeOriginal", "2024:05:06 07:08:09"},
    {"Exif.Photo.ExposureTime", "1/200"},
    {"Exif.Photo.FNumber", "28/10"},
    {"Exif.GPSInfo.GPSLatitudeRef", "N"},
    {"Exif.GPSInfo.GPSLatitude", "48/1 51/1 30/1"},
    {"Exif.GPSInfo.GPSLongitudeRef", "E"},
    {"Exif.GPSInfo.GPSLongitude", "2/1 17/1 40/1"},
    {"Iptc.Application2.Keywords", "one"},
    {"Iptc.Application2.Keywords", "two"},
    {"Iptc.Application2.DateCreated", "2024-05-06"},
    {"Iptc.Application2.TimeCreated", "07:08:09+02:00"},
    {"Xmp.dc.title", "lang=x-default Seed"},
    {"Xmp.dc.subject", "one"},
    {"Xmp.xmp.Rating", "3"},
};

void receiveBytes(void *context, const uint8_t *bytes, size_t length) {
    static_cast<Bytes *>(context)->assign(bytes, bytes + length);
}

Bytes withMetadata(const Bytes &picture, const cexiv2_entry *first, size_t count) {
    Bytes result;
    char message[200] = "";
    const cexiv2_status status = cexiv2_write_bytes({picture.data(), picture.size()}, first, count,
                                                    receiveBytes, &result, message, sizeof message);
    if (status != CEXIV2_OK) {
        std::cerr << "error: exiv2 could not write a seed: " << message << "\n";
        std::exit(70);
    }
    return result;
}

/// Extracts the TIFF structure of a JPEG's EXIF segment, which is almost a TIFF file.
Bytes tiffInside(const Bytes &jpeg) {
    static const uint8_t mark[] = {'E', 'x', 'i', 'f', 0, 0};
    const auto found = std::search(jpeg.begin(), jpeg.end(), std::begin(mark), std::end(mark));
    return found == jpeg.end() ? Bytes() : Bytes(found + 6, jpeg.end());
}

/// Builds big-endian binary data from numbers and text.
struct Box {
    Bytes bytes;

    Box &number(uint64_t value, int length) {
        for (int shift = (length - 1) * 8; shift >= 0; shift -= 8) {
            bytes.push_back(shift < 64 ? static_cast<uint8_t>(value >> shift) : 0);
        }
        return *this;
    }
    Box &text(const std::string &text) {
        bytes.insert(bytes.end(), text.begin(), text.end());
        return *this;
    }
    Box &add(const Bytes &more) {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return *this;
    }
    /// Appends a box with its length and name.
    Box &box(const std::string &name, const Box &inside) {
        return number(inside.bytes.size() + 8, 4).text(name).add(inside.bytes);
    }
};

/// Makes a HEIF file that contains only EXIF. Source: ISO 14496-12, section 8.11 (meta, iinf, iloc).
Bytes heif(const Bytes &tiff) {
    Box type;
    type.text("heic").number(0, 4).text("mif1heic");
    Box item;
    item.number(2, 1).number(0, 3).number(1, 2).number(0, 2).text("Exif").number(0, 1);
    Box items;
    items.number(0, 4).number(1, 2).box("infe", item);
    Box handler;
    handler.number(0, 8).text("pict").number(0, 13);
    const auto meta = [&](uint64_t offset) {
        Box places;
        places.number(0, 4).number(0x4400, 2).number(1, 2).number(1, 2).number(0, 2).number(1, 2);
        places.number(offset, 4).number(tiff.size() + 10, 4);
        Box size;
        size.number(0, 4).number(64, 4).number(48, 4);
        Box properties;
        properties.box("ipco", Box().box("ispe", size));
        Box inside;
        inside.number(0, 4).box("hdlr", handler).box("pitm", Box().number(0, 4).number(1, 2));
        return inside.box("iinf", items).box("iloc", places).box("iprp", properties);
    };
    Box file;
    file.box("ftyp", type);
    const uint64_t offset = file.bytes.size() + meta(0).bytes.size() + 16;
    Box data;
    data.number(6, 4).text("Exif").number(0, 2).add(tiff);
    return file.box("meta", meta(offset)).box("mdat", data).bytes;
}

const char sidecar[] =
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
    "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
    "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:subject><rdf:Bag><rdf:li>a</rdf:li></rdf:Bag>"
    "</dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>";

const char regions[] =
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
    "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
    "xmlns:mwg-rs=\"http://www.metadataworkinggroup.com/schemas/regions/\" "
    "xmlns:stDim=\"http://ns.adobe.com/xap/1.0/sType/Dimensions#\" "
    "xmlns:stArea=\"http://ns.adobe.com/xmp/sType/Area#\">"
    "<mwg-rs:Regions rdf:parseType=\"Resource\"><mwg-rs:AppliedToDimensions stDim:w=\"8\" "
    "stDim:h=\"8\" stDim:unit=\"pixel\"/><mwg-rs:RegionList><rdf:Bag><rdf:li>"
    "<rdf:Description mwg-rs:Name=\"A\" mwg-rs:Type=\"Face\"><mwg-rs:Area stArea:x=\"0.5\" "
    "stArea:y=\"0.5\" stArea:w=\"0.2\" stArea:h=\"0.2\" stArea:unit=\"normalized\"/>"
    "</rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
    "</rdf:Description></rdf:RDF></x:xmpmeta>";

}  // namespace

int main(int count, char **arguments) {
    if (count != 3) {
        std::cerr << "usage: MakeSeeds JPEG_FOLDER METADATA_FOLDER\n";
        return 64;
    }
    const std::string jpegs = std::string(arguments[1]) + "/seed-";
    const std::string metadata = std::string(arguments[2]) + "/seed-";
    for (const Kind &kind : kinds) {
        write(jpegs + kind.name + ".jpg", encode(kind, 40, 24));
        write(jpegs + kind.name + "-narrow.jpg", encode(kind, 3, 33));
    }
    const Bytes plain = encode(kinds[0], 8, 8);
    const size_t all = sizeof entries / sizeof entries[0];
    write(metadata + "all.jpg", withMetadata(plain, entries, all));
    write(metadata + "exif.jpg", withMetadata(plain, entries, 10));
    write(metadata + "iptc.jpg", withMetadata(plain, entries + 10, 4));
    write(metadata + "xmp.jpg", withMetadata(plain, entries + 14, all - 14));
    const Bytes tiff = tiffInside(withMetadata(plain, entries, 10));
    write(metadata + "exif.tif", tiff);
    write(metadata + "exif.heic", heif(tiff));
    write(metadata + "sidecar.xmp", Bytes(sidecar, sidecar + sizeof sidecar - 1));
    write(metadata + "regions.xmp", Bytes(regions, regions + sizeof regions - 1));
    return 0;
}
