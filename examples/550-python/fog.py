# SPDX-License-Identifier: Apache-2.0
"""A stage in Python: terrawright build fog.yaml --plugins ."""
import numpy as np
import terrawright.stage as tw


@tw.stage("example.fog@1", halo=3)
def fog(height: tw.Height, depth: tw.Param[float, "m", 50, 1, 1000]) -> tw.Weight:
    "Fog lies where ground is low: the lowest ground within three cells has all of it, `depth` above that there is none."
    rows, columns = height.shape[0] - 6, height.shape[1] - 6
    around = [height[y:y + rows, x:x + columns] for y in range(7) for x in range(7)]
    return np.clip(1 - (height[3:-3, 3:-3] - np.minimum.reduce(around)) / np.float32(depth), 0, 1)
