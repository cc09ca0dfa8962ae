# Writes the C++ source OUTPUT, which holds the bytes of FILES (src/weights.hpp).
set(arrays "")
set(entries "")
foreach(path IN LISTS FILES)
  get_filename_component(name ${path} NAME)
  string(MAKE_C_IDENTIFIER ${name} array)
  file(READ ${path} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char ${array}[] = {\n${bytes}};\n")
  string(APPEND entries "    {\"${name}\", ${array}},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"weights.hpp\"

namespace vorhand::weights {
namespace {

${arrays}
constexpr File kFiles[] = {
${entries}};

}  // namespace

std::span<const File> files() { return kFiles; }

}  // namespace vorhand::weights
")
