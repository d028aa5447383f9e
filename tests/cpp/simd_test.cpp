// The four lanes: every operation equals the scalar operation, in the documented order.

#include "simd.h"

#include <limits>

#include "support.h"

namespace trip {
namespace {

using testing::normal_values;

template <class T>
class SimdTest : public ::testing::Test {
 protected:
  Lanes<T> random_lanes() {
    const std::vector<T> values = normal_values<T>(random_, kLanes, 1000);
    return load(values.data());
  }
  Random random_{1};
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SimdTest, Scalars);

TEST(Simd, PaddedIsTheNextMultipleOfTheLanes) {
  EXPECT_EQ(padded(0), 0);
  EXPECT_EQ(padded(1), 4);
  EXPECT_EQ(padded(4), 4);
  EXPECT_EQ(padded(5), 8);
}

TYPED_TEST(SimdTest, LoadAndStoreNeedNoAlignment) {
  std::vector<TypeParam> values(9);
  for (int i = 0; i < 9; ++i) values[i] = static_cast<TypeParam>(i);
  for (int offset = 0; offset < 5; ++offset) {
    const Lanes<TypeParam> v = load(&values[offset]);
    for (int k = 0; k < kLanes; ++k) EXPECT_EQ(v[k], values[offset + k]);
    std::vector<TypeParam> out(9, TypeParam(-1));
    store<TypeParam>(&out[offset], v);
    for (int i = 0; i < 9; ++i)
      EXPECT_EQ(out[i], i >= offset && i < offset + 4 ? values[i] : TypeParam(-1));
  }
}

TYPED_TEST(SimdTest, SumAddsPairsFirst) {
  for (int trial = 0; trial < 1000; ++trial) {
    const Lanes<TypeParam> v = this->random_lanes();
    const TypeParam low = v[0] + v[1], high = v[2] + v[3];
    EXPECT_EQ(sum<TypeParam>(v), low + high);
  }
}

TYPED_TEST(SimdTest, Sum4IsSumOfEach) {
  for (int trial = 0; trial < 1000; ++trial) {
    Lanes<TypeParam> v[4];
    for (auto& lanes : v) lanes = this->random_lanes();
    const Lanes<TypeParam> sums = sum4<TypeParam>(v[0], v[1], v[2], v[3]);
    for (int k = 0; k < 4; ++k) EXPECT_EQ(sums[k], sum<TypeParam>(v[k]));
  }
}

TYPED_TEST(SimdTest, SqrtIsRoundedAsTheScalarOne) {
  for (int trial = 0; trial < 1000; ++trial) {
    Lanes<TypeParam> v = this->random_lanes();
    v = v * v;
    const Lanes<TypeParam> root = sqrt(v);
    for (int k = 0; k < kLanes; ++k) EXPECT_EQ(root[k], std::sqrt(v[k]));
  }
}

TYPED_TEST(SimdTest, MaxTakesTheSecondWhereTheFirstIsNotANumber) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const Lanes<TypeParam> high =
      max<TypeParam>(Lanes<TypeParam>{1, 5, nan, 2}, Lanes<TypeParam>{3, -5, 7, nan});
  EXPECT_EQ(high[0], 3);
  EXPECT_EQ(high[1], 5);
  EXPECT_EQ(high[2], 7);
  EXPECT_TRUE(std::isnan(high[3]));
}

TEST(Buffer, StartsAtACacheLine) {
  for (size_t size : {1, 3, 100, 1000}) {
    const Buffer<float> single(size);
    const Buffer<double> copy = Buffer<double>(size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(single.data()) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(copy.data()) % 64, 0u);
  }
}

}  // namespace
}  // namespace trip
