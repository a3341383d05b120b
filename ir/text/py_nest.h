// The guard that counts nesting in PyParser. Private to the parser's files.
#pragma once

#include "ir/text/py_parser.h"

namespace assay {

class PyParser::Nest {
 public:
  explicit Nest(PyParser& parser) : parser_(parser) {
    if (++parser_.depth_ > kMaxNesting) parser_.FailTooDeep();
  }
  Nest(const Nest&) = delete;
  Nest& operator=(const Nest&) = delete;
  ~Nest() { --parser_.depth_; }
  bool ok() const { return !parser_.error_; }

 private:
  PyParser& parser_;
};

}  // namespace assay
