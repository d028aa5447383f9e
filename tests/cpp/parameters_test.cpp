// The flat buffer: blocks are contiguous and aligned to the lanes, and converting to outside order
// and back changes nothing.

#include <trip/parameters.h>

#include <limits>
#include <numeric>

#include "support.h"

namespace trip {

void PrintTo(const Architecture& architecture, std::ostream* out) {
  *out << architecture.modes() << " modes, depth " << architecture.hidden.size();
}

namespace {

TEST(Architecture, SizesFollow) {
  const Architecture deep{{9, 8}, {3, 2}, {5, 7}, 4};
  EXPECT_EQ(deep.modes(), 2);
  EXPECT_EQ(deep.latent_size(), 6);
  EXPECT_EQ(deep.first_width(), 5);
  EXPECT_EQ((Architecture{{9}, {3}, {}, 4}).first_width(), 4);
}

TEST(Architecture, MoreParametersThanPositionsAreRefused) {
  const int many = std::numeric_limits<int>::max();
  for (const Architecture& a :
       {Architecture{{many, 5}, {2, 2}, {10}, 2}, Architecture{{many}, {1}, {}, 1},
        Architecture{{1 << 30, 1 << 30}, {1, 1}, {}, 2}, Architecture{{4}, {2}, {1 << 20}, 1 << 12},
        Architecture{{4}, {2}, {1 << 16, 1 << 16}, 2}}) {
    testing::expect_error("memory", {"2^31 parameters"}, [&] { Layout layout(a); });
  }
}

class Layouts : public ::testing::TestWithParam<Architecture> {};
INSTANTIATE_TEST_SUITE_P(Shapes, Layouts,
                         ::testing::Values(Architecture{{100}, {2}, {10, 10, 10}, 2},
                                           Architecture{{1}, {1}, {}, 1},
                                           Architecture{{7}, {5}, {3}, 2},
                                           Architecture{{6, 5}, {2, 3}, {9, 1, 4}, 3},
                                           Architecture{{4, 3, 5}, {2, 1, 4}, {}, 6}));

TEST_P(Layouts, BlocksFollowOneAnotherAndAreAligned) {
  const Layout layout(GetParam());
  std::vector<Block> blocks = layout.outside_order();
  std::sort(blocks.begin(), blocks.end(),
            [](const Block& a, const Block& b) { return a.offset < b.offset; });
  int end = 0;
  for (const Block& block : blocks) {
    EXPECT_EQ(block.offset, end);
    EXPECT_EQ(block.offset % kLanes, 0);
    EXPECT_EQ(block.stride, padded(block.cols));
    end += block.rows * block.stride;
  }
  EXPECT_EQ(layout.size, end);
  EXPECT_EQ(layout.network_begin, layout.factor[0].offset);
}

TEST_P(Layouts, OutsideOrderHasTheShapesOfTheModel) {
  const Architecture& a = GetParam();
  const Layout layout(a);
  std::vector<std::pair<int, int>> expected;  // rows, columns outside
  for (int k = 0; k < a.modes(); ++k) expected.push_back({a.dims[k], a.ranks[k]});
  for (int k = 0; k < a.modes(); ++k) expected.push_back({a.ranks[k], a.first_width()});
  std::vector<int> widths = a.hidden;
  widths.push_back(a.outputs);
  expected.push_back({1, widths[0]});
  for (size_t l = 1; l < widths.size(); ++l) {
    expected.push_back({widths[l], widths[l - 1]});
    expected.push_back({1, widths[l]});
  }
  std::vector<std::pair<int, int>> seen;
  int total = 0;
  for (const Block& block : layout.outside_order()) {
    seen.push_back(block.transposed ? std::pair(block.cols, block.rows)
                                    : std::pair(block.rows, block.cols));
    total += block.rows * block.cols;
  }
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(layout.outside_size, total);
}

template <class T>
void expect_round_trip(const Architecture& architecture) {
  const Layout layout(architecture);
  std::vector<T> outside(layout.outside_size), inside(layout.size, T(0));
  std::iota(outside.begin(), outside.end(), T(1));
  layout.from_outside(outside.data(), inside.data());
  EXPECT_EQ(layout.to_outside(inside.data()), outside);
  std::vector<T> blocks;
  for (const Block& block : layout.outside_order()) {
    const std::vector<T> values = testing::block_values(block, inside);
    blocks.insert(blocks.end(), values.begin(), values.end());
  }
  EXPECT_EQ(blocks, outside);
  // Every position that is not a parameter is padding, and padding was not written.
  EXPECT_EQ(std::count(inside.begin(), inside.end(), T(0)), layout.size - layout.outside_size);
}

TEST_P(Layouts, RoundTripKeepsEveryParameterAndThePadding) {
  expect_round_trip<float>(GetParam());
  expect_round_trip<double>(GetParam());
}

/// Restored models have the limits of fits.
TEST(Architecture, NetworksHaveLimits) {
  const Architecture most{{3}, {2}, std::vector<int>(16, 4096), 1};
  most.checked();
  const auto refused = [&](const char* code, const char* part, auto change) {
    Architecture a = most;
    change(a);
    testing::expect_error(code, {part}, [&] { a.checked(); });
  };
  refused("option", "got 17", [](Architecture& a) { a.hidden.assign(17, 2); });
  refused("option", "hidden[2]", [](Architecture& a) { a.hidden[2] = 4097; });
  refused("option", "hidden[0]", [](Architecture& a) { a.hidden[0] = 0; });
  refused("option", "got -7", [](Architecture& a) { a.hidden[0] = -7; });
  refused("shape", "got 0", [](Architecture& a) { a.outputs = 0; });
}

TEST(Architecture, ModesAndProjectedSizesHaveLimits) {
  Architecture{std::vector<int>(8, 4), std::vector<int>(8, 4), {}, 1}.checked();  // 4^8 = 65536
  testing::expect_error("shape", {"1 to 8 modes", "got 9"}, [] {
    Architecture{std::vector<int>(9, 2), std::vector<int>(9, 1), {}, 1}.checked();
  });
  testing::expect_error("option", {"at most 65536", "65537"}, [] {
    Architecture{{65537}, {65537}, {}, 1}.checked();
  });
}

TEST(Architecture, TheComposedFirstLayerHasALimit) {
  const std::vector<int> eight(8, 4);
  const auto refused = [](const char* sizes, const Architecture& a) {
    testing::expect_error("option", {"at most 4194304", sizes}, [&] { a.checked(); });
  };
  Architecture{eight, eight, {64}, 3}.checked();
  refused("65536 x 65", {eight, eight, {65}, 3});
  Architecture{{2, 3}, {1, 1}, {}, 4194304}.checked();
  refused("1 x 4194305", {{2, 3}, {1, 1}, {}, 4194305});
  // 65536^2 is 0 in 32 bits.
  refused("65536 x 65536", {eight, eight, {}, 65536});
  Architecture{{65536}, {65536}, {65}, 3}.checked();  // one mode has a layer of parameters
}

}  // namespace
}  // namespace trip
