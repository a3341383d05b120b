#pragma once

#include "low/middle.h"
