#include "include/GalleryOpenCV.h"

const copencv_functions gallery_opencv_faces = {
    copencv_cascade_create, copencv_cascade_free,   copencv_cascade_detect, copencv_network_create,
    copencv_network_free,   copencv_network_detect, copencv_turn,           copencv_draw_frame,
};

const cimage_functions gallery_opencv_image = {
    cimage_resize,         cimage_colours,        cimage_warp,
    cimage_effects_create, cimage_effects_free,   cimage_effects_append_colours,
    cimage_effects_append_vignette, cimage_effects_apply, cimage_draw_label,
};
