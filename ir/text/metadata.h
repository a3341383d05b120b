// The metadata section of TVMScript: metadata = tvm.ir.load_json("""…"""), the JSON graph of what the text only refers
// to, as metadata["relax.expr.Constant"][0]. Read in the forms of 0.26, 0.27 and the older one (root, attrs,
// b64ndarrays); written in those of 0.26 and 0.27. Tested by metadata_test.cc, with text that TVM made.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/builder.h"
#include "ir/support/result.h"

namespace assay {

inline constexpr std::string_view kConstantKey = "relax.expr.Constant";
// Its name in 0.27.
inline constexpr std::string_view kNewConstantKey = "ir.GenericConst";
enum class MetadataForm : uint8_t { k026, k027 };

// The constants under kConstantKey, in order; none when there is no such key. Diag kCorrupt when the JSON is no such
// graph. Never reads outside of it, nor recurses.
Result<std::vector<const Constant*>> ReadMetadata(Context& ctx, std::string_view json);

// The statement with its line's end, as TVM's script(show_meta=True) heads a module. Elements stand as they do in
// memory.
std::string WriteMetadata(const std::vector<const Constant*>& constants, MetadataForm form = MetadataForm::k026);

}  // namespace assay
