#pragma once

#include "low/inner/base.h"
#include "low/middle.h"
