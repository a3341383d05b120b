# cmake --install, and a Debian package by CPack (`./dev deb`): the program, completion for
# the shells, and the documents. Tested by house.install.
include(GNUInstallDirs)
# The program is enough: tests and benchmarks need not be built.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

install(TARGETS assay RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(CODE "
  foreach(pair bash:share/bash-completion/completions/assay fish:share/fish/vendor_completions.d/assay.fish zsh:share/zsh/vendor-completions/_assay)
    string(REPLACE \":\" \";\" pair \"\${pair}\")
    list(GET pair 0 shell)
    list(GET pair 1 file)
    set(target \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${file}\")
    cmake_path(GET target PARENT_PATH folder)
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND \"$<TARGET_FILE:assay>\" completion \${shell} OUTPUT_FILE \"\${target}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()")
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md")
install(DIRECTORY regressions/tvm DESTINATION ${CMAKE_INSTALL_DATADIR}/assay/regressions)
install(FILES oracles/conform/allowed.json DESTINATION ${CMAKE_INSTALL_DATADIR}/assay/oracles/conform)
install(DIRECTORY oracles/subjects/tvm/ DESTINATION ${CMAKE_INSTALL_DATADIR}/assay/tvm FILES_MATCHING PATTERN "*.py"
  PATTERN testdata EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_VENDOR "assay")
set(CPACK_PACKAGE_CONTACT "the maintainers of assay <maintainers@assay.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Differential fuzzing and conformance testing of Relax and TIR")
set(CPACK_STRIP_FILES ON)
# The libraries of this very system: what the program was linked with.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
