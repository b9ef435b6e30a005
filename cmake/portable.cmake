# TABIYA_PORTABLE: the tools take everything with them but libc and, at run time, the Vulkan loader. In place of the
# shared libraries that find_package would give, the same target names stand for static ones.

function(tabiya_need_static file archive package)
  if(NOT EXISTS "${file}")
    message(FATAL_ERROR "TABIYA_PORTABLE links statically, and ${archive} is not here: install it (Debian: ${package}), "
                        "or build without -DTABIYA_PORTABLE=ON")
  endif()
endfunction()

# Where the compiler has its own archives; the bare name when it has none.
foreach(archive libstdc++.a libgcc.a)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${archive} OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
  tabiya_need_static("${file}" ${archive} "g++")
endforeach()

foreach(name zstd xxhash)
  find_path(TABIYA_${name}_HEADERS ${name}.h)
  find_library(TABIYA_${name}_ARCHIVE lib${name}.a)
  mark_as_advanced(TABIYA_${name}_HEADERS TABIYA_${name}_ARCHIVE)
  tabiya_need_static("${TABIYA_${name}_ARCHIVE}" lib${name}.a lib${name}-dev)
  tabiya_need_static("${TABIYA_${name}_HEADERS}" ${name}.h lib${name}-dev)
  add_library(PkgConfig::${name} STATIC IMPORTED GLOBAL)
  set_target_properties(PkgConfig::${name} PROPERTIES
    IMPORTED_LOCATION "${TABIYA_${name}_ARCHIVE}" INTERFACE_INCLUDE_DIRECTORIES "${TABIYA_${name}_HEADERS}")
endforeach()

# Debian has no static fmt; its headers hold all of it.
find_path(TABIYA_fmt_HEADERS fmt/format-inl.h)
mark_as_advanced(TABIYA_fmt_HEADERS)
tabiya_need_static("${TABIYA_fmt_HEADERS}" fmt/format-inl.h libfmt-dev)
add_library(fmt::fmt INTERFACE IMPORTED GLOBAL)
set_target_properties(fmt::fmt PROPERTIES
  INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY INTERFACE_INCLUDE_DIRECTORIES "${TABIYA_fmt_HEADERS}")

set(TABIYA_STATIC_LINK -static-libstdc++ -static-libgcc)
