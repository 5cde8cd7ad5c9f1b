# SPDX-License-Identifier: Apache-2.0
# Writes a file's bytes as a source, for the compilers of all systems: cmake -Dfile=F -Dsymbol=S -Dsource=OUT -P embed.cmake
file(READ ${file} bytes HEX)
string(REGEX REPLACE "(..)" "\\\\x\\1" text "${bytes}")
file(WRITE ${source} "#include <cstddef>
extern const char ${symbol}[];
extern const std::size_t ${symbol}_size;
alignas(16) const char ${symbol}[] = \"${text}\";
const std::size_t ${symbol}_size = sizeof ${symbol} - 1;
")
