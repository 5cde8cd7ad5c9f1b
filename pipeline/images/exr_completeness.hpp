// SPDX-License-Identifier: Apache-2.0
// Is an EXR file all there?
#pragma once
#include "images/whole_file.hpp"

namespace terrawright::images {

// OpenEXR writes the last bytes and the table of chunks in destructors, which swallow errors: a file on a full disk
// can be closed with success. True if every chunk is in the table and the file reaches to the end of the last one.
// Layout: magic, version, per part its attributes (name\0 type\0 size value) and \0, of several parts then \0, then per
// part offsets of its chunks in 8 bytes each, then the chunks (of several parts the part; row, size, data). Numbers are
// little-endian. Rows in strips, compressed by none, rle, zips, zip or piz.
bool exr_is_whole(WholeFile& file);

}  // namespace terrawright::images
