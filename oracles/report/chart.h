// Charts as inline SVG, drawn in the classes of page.html: axes with labels and ticks, and a title that says in words
// what is seen. Tested by chart_test.cc.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "oracles/report/report.h"

namespace assay {

// A count that grows by one at each of these times, up to `end`: findings over seconds.
ReportedChart StepChart(const std::string& title, std::vector<double> times, double end, const std::string& of_time,
                        const std::string& of_count);
// A sum over what it grows with: points in order of x.
ReportedChart CurveChart(const std::string& title, const std::vector<std::pair<double, double>>& points,
                         const std::string& of_x, const std::string& of_y);
// Failures of each run, and the new ones among them; nothing for fewer than two runs.
std::vector<ReportedChart> TrendCharts(const std::vector<RunSummary>& history);
// Round numbers from 0 up to `most`, a handful of them.
std::vector<double> Ticks(double most);

}  // namespace assay
