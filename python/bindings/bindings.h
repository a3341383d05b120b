// The extension module tvm_assay._native, in parts.
#pragma once

#include <nanobind/nanobind.h>

// Datum: a value of a run, and how it comes from Python and goes there.
void BindValues(nanobind::module_& m);
