# Writes the C++ source OUTPUT, which holds the bytes of FILES (src/weights.hpp), eight to a number:
# compilers read one number in the time of one byte.
string(REPEAT "([0-9a-f][0-9a-f])" 8 eight)
set(arrays "")
set(entries "")
foreach(path IN LISTS FILES)
  get_filename_component(name ${path} NAME)
  string(MAKE_C_IDENTIFIER ${name} array)
  file(SIZE ${path} size)
  file(READ ${path} bytes HEX)
  string(REGEX REPLACE "${eight}" "0x\\8\\7\\6\\5\\4\\3\\2\\1,\n" numbers "${bytes}00000000000000")
  string(REGEX REPLACE "\n[0-9a-f]*$" "\n" numbers "${numbers}")  # what is left of the zeros
  string(APPEND arrays "const std::uint64_t ${array}[] = {\n${numbers}};\n")
  string(APPEND entries "      {\"${name}\", bytes_of(${array}, ${size})},\n")
endforeach()
file(WRITE ${OUTPUT} "#include <bit>

#include \"weights.hpp\"

namespace vorhand::weights {
namespace {

static_assert(std::endian::native == std::endian::little);

std::span<const unsigned char> bytes_of(const std::uint64_t* numbers, std::size_t size) {
  return {reinterpret_cast<const unsigned char*>(numbers), size};
}

${arrays}
}  // namespace

std::span<const File> files() {
  static const File kFiles[] = {
${entries}  };
  return kFiles;
}

}  // namespace vorhand::weights
")
