#include "COpenCVImageShim.h"
#include "guard.hpp"
#include "threads.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

// All sums use integers, so that every machine and every split into bands yields the same bytes.
// Rows are processed in runs that stay in the L1 cache through all effects of a list.
namespace {

using namespace cimage;

using Curves = std::array<uint8_t, 768>;
using Matrix = std::array<int32_t, 12>;
using Gains = std::array<uint32_t, 4097>;

const int runLength = 512;
const int matrixBits = 14;
const int32_t mostFactor = 8 << matrixBits;
const int32_t mostOffset = 1 << 26;
const int wholeWeight = 256;
const uint32_t wholeGain = 65536;

enum class Kind { curves, luma, matrix, vignette };

struct Step {
    Kind kind;
    int weight = wholeWeight;
    Matrix matrix = {};
    Curves curves = {};
    Gains gains = {};
};

/// At most 8 * 3 * 255 + 4096 in units of 1 / 2^14, well within 32 bits.
inline int product(const int32_t *row, const uint8_t *pixel) {
    const int32_t sum = row[0] * pixel[0] + row[1] * pixel[1] + row[2] * pixel[2] + row[3];
    return std::min(std::max((sum + (1 << (matrixBits - 1))) >> matrixBits, 0), 255);
}

void applyCurves(const Curves &curves, uint8_t *pixels, int count) {
    for (int index = 0; index < count; ++index, pixels += 3) {
        pixels[0] = curves[pixels[0]];
        pixels[1] = curves[size_t(256) + pixels[1]];
        pixels[2] = curves[size_t(512) + pixels[2]];
    }
}

void applyLuma(const Step &step, uint8_t *pixels, int count) {
    uint8_t luma[runLength];
    for (int index = 0; index < count; ++index) {
        luma[index] = uint8_t(product(step.matrix.data(), pixels + index * 3));
    }
    for (int index = 0; index < count; ++index, pixels += 3) {
        const size_t value = luma[index];
        pixels[0] = step.curves[value];
        pixels[1] = step.curves[256 + value];
        pixels[2] = step.curves[512 + value];
    }
}

void applyMatrix(const Step &step, uint8_t *pixels, int count) {
    uint8_t mixed[runLength * 3];
    for (int index = 0; index < count; ++index) {
        const uint8_t *pixel = pixels + index * 3;
        mixed[index * 3] = uint8_t(product(step.matrix.data(), pixel));
        mixed[index * 3 + 1] = uint8_t(product(step.matrix.data() + 4, pixel));
        mixed[index * 3 + 2] = uint8_t(product(step.matrix.data() + 8, pixel));
    }
    applyCurves(step.curves, mixed, count);
    std::copy_n(mixed, count * 3, pixels);
}

/// Blends an effect by weight: `pixels` has the effect, `before` the original.
void blend(const uint8_t *before, uint8_t *pixels, int weight, int length) {
    for (int index = 0; index < length; ++index) {
        pixels[index] = uint8_t(
            (before[index] * (wholeWeight - weight) + pixels[index] * weight + 128) >> 8);
    }
}

/// Handles at most `runLength` pixels of three channels.
void applyColours(const Step &step, uint8_t *pixels, int count) {
    uint8_t before[runLength * 3];
    const bool isPart = step.weight != wholeWeight;
    if (isPart) std::copy_n(pixels, count * 3, before);
    switch (step.kind) {
    case Kind::curves: applyCurves(step.curves, pixels, count); break;
    case Kind::luma: applyLuma(step, pixels, count); break;
    case Kind::matrix: applyMatrix(step, pixels, count); break;
    case Kind::vignette: break;
    }
    if (isPart) blend(before, pixels, step.weight, count * 3);
}

/// Computes a row's gains from the squared distances from the center, in half pixels.
void fillGains(const Gains &gains, uint32_t *row, int width, int height, int y) {
    const uint64_t diagonal = uint64_t(width) * width + uint64_t(height) * height;
    const uint64_t scale = (uint64_t(gains.size() - 1) << 32) / diagonal;
    const int64_t down = 2 * int64_t(y) + 1 - height;
    for (int x = 0; x < (width + 1) / 2; ++x) {
        const int64_t across = 2 * int64_t(x) + 1 - width;
        const uint64_t square = uint64_t(across * across + down * down);
        row[x] = row[width - 1 - x] = gains[size_t((square * scale) >> 32)];
    }
}

inline uint8_t darkened(uint32_t value, uint32_t gain) {
    return uint8_t((value * gain + wholeGain / 2) >> 16);
}

void applyGains(const uint32_t *gains, uint8_t *pixels, int count, int channels) {
    if (channels == 1) {
        for (int index = 0; index < count; ++index) {
            pixels[index] = darkened(pixels[index], gains[index]);
        }
        return;
    }
    for (int index = 0; index < count; ++index, pixels += 3) {
        pixels[0] = darkened(pixels[0], gains[index]);
        pixels[1] = darkened(pixels[1], gains[index]);
        pixels[2] = darkened(pixels[2], gains[index]);
    }
}

/// Applies a step to 256 colors in the form of curves.
Curves mapped(const Curves &curves, const Step &step) {
    uint8_t pixels[256 * 3];
    for (size_t value = 0; value < 256; ++value) {
        for (size_t channel = 0; channel < 3; ++channel) {
            pixels[value * 3 + channel] = curves[channel * 256 + value];
        }
    }
    applyColours(step, pixels, 256);
    Curves result = {};
    for (size_t value = 0; value < 256; ++value) {
        for (size_t channel = 0; channel < 3; ++channel) {
            result[channel * 256 + value] = pixels[value * 3 + channel];
        }
    }
    return result;
}

Curves identity() {
    Curves curves = {};
    for (size_t index = 0; index < curves.size(); ++index) curves[index] = uint8_t(index % 256);
    return curves;
}

/// The steps for a picture; for one channel, color steps are combined into a table of grays.
struct Plan {
    const std::vector<std::unique_ptr<Step>> &steps;
    std::vector<Curves> greys;
    int width;
    int height;
    int channels;

    void applyRow(uint8_t *row, int y, std::vector<uint32_t> &gains) const {
        for (int x = 0; x < width; x += runLength) {
            const int count = std::min(runLength, width - x);
            uint8_t *pixels = row + size_t(x) * size_t(channels);
            size_t vignettes = 0;
            for (size_t index = 0; index < steps.size(); ++index) {
                const Step &step = *steps[index];
                if (step.kind == Kind::vignette) {
                    uint32_t *gain = gains.data() + size_t(width) * vignettes++;
                    if (x == 0) fillGains(step.gains, gain, width, height, y);
                    applyGains(gain + x, pixels, count, channels);
                } else if (channels == 3) {
                    applyColours(step, pixels, count);
                } else {
                    for (int place = 0; place < count; ++place) {
                        pixels[place] = greys[index][pixels[place]];
                    }
                }
            }
        }
    }
};

}  // namespace

struct cimage_effects {
    std::vector<std::unique_ptr<Step>> steps;

    /// Merges adjacent steps if the result is identical to the bit.
    void append(std::unique_ptr<Step> step) {
        if (!steps.empty()) {
            Step &last = *steps.back();
            const bool isWhole = last.weight == wholeWeight;
            const bool joins = (last.kind == Kind::luma && isWhole)
                || (step->kind == Kind::curves && last.kind == Kind::curves)
                || (step->kind == Kind::curves && last.kind == Kind::matrix && isWhole);
            if (joins && step->kind != Kind::vignette) {
                last.curves = mapped(last.curves, *step);
                return;
            }
        }
        steps.push_back(std::move(step));
    }
};

cimage_effects *cimage_effects_create(void) { return new (std::nothrow) cimage_effects(); }

void cimage_effects_free(cimage_effects *effects) { delete effects; }

cimage_status cimage_effects_append_colours(cimage_effects *effects, const int32_t *matrix,
                                            const uint8_t *curves, int32_t weight,
                                            cimage_message *message) {
    return guarded(message, [&] {
        if (effects == nullptr || curves == nullptr || weight < 0 || weight > wholeWeight) {
            throw BadArgument("there is no such effect");
        }
        auto step = std::make_unique<Step>();
        std::copy_n(curves, step->curves.size(), step->curves.begin());
        if (matrix == nullptr) {
            // A weighted blend of curves is also a curve.
            step->weight = weight;
            step->kind = Kind::curves;
            step->curves = mapped(identity(), *step);
            step->weight = wholeWeight;
        } else {
            std::copy_n(matrix, step->matrix.size(), step->matrix.begin());
            for (size_t index = 0; index < step->matrix.size(); ++index) {
                const int32_t most = index % 4 == 3 ? mostOffset : mostFactor;
                if (step->matrix[index] < -most || step->matrix[index] > most) {
                    throw BadArgument("a number of the matrix is out of range");
                }
            }
            const auto row = step->matrix.begin();
            const bool isLuma =
                std::equal(row, row + 4, row + 4) && std::equal(row, row + 4, row + 8);
            step->kind = isLuma ? Kind::luma : Kind::matrix;
            step->weight = weight;
        }
        effects->append(std::move(step));
    });
}

cimage_status cimage_effects_append_vignette(cimage_effects *effects, const uint32_t *gains,
                                             cimage_message *message) {
    return guarded(message, [&] {
        if (effects == nullptr || gains == nullptr) throw BadArgument("there is no such effect");
        auto step = std::make_unique<Step>();
        step->kind = Kind::vignette;
        std::copy_n(gains, step->gains.size(), step->gains.begin());
        if (std::any_of(step->gains.begin(), step->gains.end(),
                        [](uint32_t gain) { return gain > wholeGain; })) {
            throw BadArgument("a gain is out of range");
        }
        effects->append(std::move(step));
    });
}

cimage_status cimage_effects_apply(const cimage_effects *effects, const cimage_target *pixels,
                                   int32_t threads, int32_t bandHeight, cimage_message *message) {
    return guarded(message, [&] {
        cv::Mat image = view(pixels);
        if (effects == nullptr || threads < 1 || bandHeight < 1) {
            throw BadArgument("there are no effects");
        }
        Plan plan = {effects->steps, {}, image.cols, image.rows, image.channels()};
        size_t vignettes = 0;
        for (const auto &step : effects->steps) {
            if (image.channels() == 1) plan.greys.push_back(mapped(identity(), *step));
            if (step->kind == Kind::vignette) ++vignettes;
        }
        const int64_t bands = (int64_t(image.rows) + bandHeight - 1) / bandHeight;
        forEach(bands, threads, [&](int64_t band) {
            std::vector<uint32_t> gains(vignettes * size_t(image.cols));
            const int64_t end = std::min<int64_t>((band + 1) * bandHeight, image.rows);
            for (int64_t y = band * bandHeight; y < end; ++y) {
                plan.applyRow(image.ptr<uint8_t>(int(y)), int(y), gains);
            }
        });
    });
}
