# SPDX-License-Identifier: Apache-2.0
# A formula for Homebrew on Linux. Not built yet: nothing here has Homebrew. The address of the sources and their digest
# are left open until there is a release. On macOS the program does not build.
class Terrawright < Formula
  desc "Worlds from one YAML file, with the same pixels on every machine"
  homepage "TO BE FILLED IN"
  url "TO BE FILLED IN"
  sha256 "TO BE FILLED IN"
  license "Apache-2.0"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "cpp-httplib" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "pegtl" => :build
  depends_on "pkgconf" => :build
  depends_on "c-blosc"
  depends_on "cairo"
  depends_on "harfbuzz"
  depends_on "libdeflate"
  depends_on "libgeotiff"
  depends_on "libtiff"
  depends_on :linux
  depends_on "openexr"
  depends_on "openimageio"
  depends_on "openssl@3"
  depends_on "proj"
  depends_on "spdlog"
  depends_on "tbb"
  depends_on "webp"
  depends_on "xxhash"
  depends_on "yaml-cpp"
  depends_on "zlib"

  def install
    system "cmake", "--preset", "release", "-DTERRAWRIGHT_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build/release"
    system "cmake", "--install", "build/release"
  end

  test do
    system bin/"terrawright", "new", "world", "coast"
    system bin/"terrawright", "build", "coast.yaml", "--set", "world.size=[65,65]", "--quiet"
    assert_path_exists testpath/"out/coast/coast-42.png"
  end
end
