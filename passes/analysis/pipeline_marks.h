// The annotations of a loop that is a software pipeline, as tvm.s_tir.transform.InjectSoftwarePipeline reads them: a
// number for each statement of the loop. Tested by testdata/inject_software_pipeline.
#pragma once

#include <string_view>

namespace assay {

inline constexpr std::string_view kPipelineStage = "software_pipeline_stage";
inline constexpr std::string_view kPipelineOrder = "software_pipeline_order";

}  // namespace assay
