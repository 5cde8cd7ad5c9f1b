// SPDX-License-Identifier: Apache-2.0
// Is an EXR file of several parts all there?
#pragma once
#include "images/whole_file.hpp"

namespace terrawright::images {

// OpenEXR writes the last bytes and the table of chunks in destructors, which swallow errors: a file on a full disk
// can be closed with success. True if every chunk is in the table and the file reaches to the end of the last one.
// Layout: magic, version, per part its attributes (name\0 type\0 size value) and \0, then \0, then per part
// chunkCount offsets of 8 bytes, then the chunks (part, y, size, data). Numbers are little-endian.
bool exr_is_whole(WholeFile& file);

}  // namespace terrawright::images
