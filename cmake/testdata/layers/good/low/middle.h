#pragma once

#include "low/inner/base.h"
