"""The book's pictures: plain data in, one SVG element as text out, and a description in words.

Numbers are figures: a `Number` is written as it is printed and never formatted here.
"""

from bookbuild.pictures.angles import Angles, angles, angles_text
from bookbuild.pictures.arcs import Listening, listening, listening_text
from bookbuild.pictures.attention import Pattern, pattern, pattern_text
from bookbuild.pictures.bend import Bend, bend, bend_text
from bookbuild.pictures.crossing import Crossing, crossing, crossing_text
from bookbuild.pictures.descent.chain import Chain, Input, Operation, chain, chain_text
from bookbuild.pictures.descent.valley import Spot, Tangent, Valley, Walk, valley, valley_text
from bookbuild.pictures.flow import flow
from bookbuild.pictures.flowdata import (
    AttentionBranch,
    Box,
    FeedForwardBranch,
    Flow,
    FlowBlock,
    Likeliest,
    Strip,
    Triangle,
    flow_text,
)
from bookbuild.pictures.grids import Grid, Grids, grids, grids_text
from bookbuild.pictures.growth import Counted, Growth, growth, growth_text
from bookbuild.pictures.guess import (
    Chances,
    Temperatures,
    chances,
    chances_text,
    temperatures,
    temperatures_text,
)
from bookbuild.pictures.histogram import Histogram, histogram, histogram_text
from bookbuild.pictures.measures import (
    Curves,
    Difference,
    Differences,
    Mark,
    Series,
    curves,
    curves_text,
    differences,
    differences_text,
)
from bookbuild.pictures.opening import Opening, opening, opening_text
from bookbuild.pictures.points import Points, Straight, points, points_text
from bookbuild.pictures.position import Wave, WavePair, Waves, waves, waves_text
from bookbuild.pictures.relay import Hop, Relay, relay, relay_text
from bookbuild.pictures.residual import Entry, Stage, Stream, stream, stream_text
from bookbuild.pictures.snapshots import Snapshot, Snapshots, snapshots, snapshots_text
from bookbuild.pictures.squares import Squares, squares, squares_text
from bookbuild.pictures.svg import Description, Number
from bookbuild.pictures.tally import Tally, tally, tally_text
from bookbuild.pictures.turning import Arrow, Turning, turning, turning_text
from bookbuild.pictures.weights import (
    SavedWeights,
    WeightsGrown,
    weights_grown,
    weights_grown_text,
)
from bookbuild.pictures.wordmap import WordMap, nearest, wordmap, wordmap_text

__all__ = [
    "Angles",
    "Arrow",
    "AttentionBranch",
    "Bend",
    "Box",
    "Chain",
    "Chances",
    "Counted",
    "Crossing",
    "Curves",
    "Description",
    "Difference",
    "Differences",
    "Entry",
    "FeedForwardBranch",
    "Flow",
    "FlowBlock",
    "Grid",
    "Grids",
    "Growth",
    "Histogram",
    "Hop",
    "Input",
    "Likeliest",
    "Listening",
    "Mark",
    "Number",
    "Opening",
    "Operation",
    "Pattern",
    "Points",
    "Relay",
    "SavedWeights",
    "Series",
    "Snapshot",
    "Snapshots",
    "Spot",
    "Squares",
    "Stage",
    "Straight",
    "Stream",
    "Strip",
    "Tally",
    "Tangent",
    "Temperatures",
    "Triangle",
    "Turning",
    "Valley",
    "Walk",
    "Wave",
    "WavePair",
    "Waves",
    "WeightsGrown",
    "WordMap",
    "angles",
    "angles_text",
    "bend",
    "bend_text",
    "chain",
    "chain_text",
    "chances",
    "chances_text",
    "crossing",
    "crossing_text",
    "curves",
    "curves_text",
    "differences",
    "differences_text",
    "flow",
    "flow_text",
    "grids",
    "grids_text",
    "growth",
    "growth_text",
    "histogram",
    "histogram_text",
    "listening",
    "listening_text",
    "nearest",
    "opening",
    "opening_text",
    "pattern",
    "pattern_text",
    "points",
    "points_text",
    "relay",
    "relay_text",
    "snapshots",
    "snapshots_text",
    "squares",
    "squares_text",
    "stream",
    "stream_text",
    "tally",
    "tally_text",
    "temperatures",
    "temperatures_text",
    "turning",
    "turning_text",
    "valley",
    "valley_text",
    "waves",
    "waves_text",
    "weights_grown",
    "weights_grown_text",
    "wordmap",
    "wordmap_text",
]
