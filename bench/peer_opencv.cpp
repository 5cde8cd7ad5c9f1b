// SPDX-License-Identifier: Apache-2.0
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "peers.hpp"

namespace terrawright::bench::peers {
namespace {

cv::Mat over(const float* cells, std::int64_t side) {
  return cv::Mat(static_cast<int>(side), static_cast<int>(side), CV_32F, const_cast<float*>(cells));
}

}  // namespace

void opencv_islets(const float* heights, std::int64_t side, float level, float* cleaned) {
  cv::setNumThreads(1);
  static cv::Mat land, labels, statistics, centres;  // kept: what is measured is no first touch
  const cv::Mat from = over(heights, side);
  cv::compare(from, cv::Scalar(static_cast<double>(level)), land, cv::CMP_GT);
  const int count = cv::connectedComponentsWithStats(land, labels, statistics, centres, 4, CV_32S);
  int largest = 0;
  for (int i = 1; i < count; ++i) {
    const int area = statistics.at<int>(i, cv::CC_STAT_AREA);
    if (largest == 0 || area > statistics.at<int>(largest, cv::CC_STAT_AREA)) largest = i;
  }
  for (int y = 0; y < from.rows; ++y) {
    const float* in = from.ptr<float>(y);
    const int* label = labels.ptr<int>(y);
    float* out = cleaned + static_cast<std::int64_t>(y) * side;
    for (int x = 0; x < from.cols; ++x) {
      const float mirrored = level - 0.5f * (in[x] - level);
      out[x] = label[x] != 0 && label[x] != largest ? mirrored : in[x];
    }
  }
}

void opencv_magnify(const float* grid, std::int64_t samples, float* to, std::int64_t side) {
  cv::setNumThreads(1);
  cv::Mat large = over(to, side);
  cv::resize(over(grid, samples), large, large.size(), 0, 0, cv::INTER_CUBIC);
}

}  // namespace terrawright::bench::peers
