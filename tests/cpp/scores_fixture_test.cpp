// Scores of predictions: compared with scikit-learn (fixtures/make-scores.py).

#include <trip/metrics.h>

#include "golden.h"
#include "support.h"

namespace trip {
namespace {

using testing::Json;

/// Visits the cases of a part with their numbers, null as not-a-number.
template <class Visit>
void for_each_case(const char* part, Visit visit) {
  const Json cases =
      testing::read_json(std::string(TRIP_TESTS_DIR) + "/cpp/fixtures/scores.json").at(part);
  EXPECT_FALSE(cases.empty());
  for (const Json& entry : cases) {
    SCOPED_TRACE(entry.at("name").get<std::string>());
    visit(entry, [&](const char* name) { return entry.at(name).get<std::vector<double>>(); });
  }
}

double number(const Json& value) { return value.is_null() ? Score::kNone : value.get<double>(); }

/// Equal to `bound`, relative above 1; not-a-number where it is expected.
void expect_number(double seen, double expected, double bound, const std::string& name) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(seen)) << name << " is " << seen;
  } else {
    EXPECT_NEAR(seen, expected, bound * std::max(1.0, std::fabs(expected))) << name;
  }
}

constexpr double kBound = 1e-12;

TEST(ScoresFixture, ScoresOfClassesAreThoseOfScikitLearn) {
  for_each_case("classes", [](const Json& entry, auto list) {
    const int classes = entry.at("classes");
    const Score score =
        score_predictions(list("probability"), entry.at("labels").get<std::vector<int>>(), {},
                          classes, list("weights"));
    for (const auto& [name, member] : kScores) {
      if (!entry.contains(name)) {
        EXPECT_TRUE(std::isnan(score.*member)) << name;
        continue;
      }
      expect_number(score.*member, number(entry.at(name)), kBound, name);
    }
    ASSERT_EQ(score.recall.size(), static_cast<size_t>(classes));
    for (int c = 0; c < classes; ++c)
      expect_number(score.recall[c], number(entry.at("recall")[c]), kBound, "recall");
    const std::vector<double> expected = list("reliability");
    ASSERT_EQ(score.reliability.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
      expect_number(score.reliability[i], expected[i], kBound, "reliability " + std::to_string(i));
  });
}

TEST(ScoresFixture, ScoresOfValuesAreThoseOfScikitLearnAndNumPy) {
  for_each_case("values", [](const Json& entry, auto list) {
    const Score score =
        score_predictions(list("predicted"), {}, list("targets"), 1, list("weights"));
    for (const auto& [name, member] : kScores)
      expect_number(score.*member, entry.contains(name) ? number(entry.at(name)) : Score::kNone,
                    kBound, name);
  });
}

/// A sample of weight 0 is left out: its class, which has no other sample, counts nowhere.
TEST(ScoresFixture, WeightZeroLeavesASampleOut) {
  const std::vector<double> p = {0.8, 0.1, 0.1, 0.2, 0.7, 0.1, 0.1, 0.1, 0.8};
  const Score all = score_predictions(p, {0, 1, 2}, {}, 3, {1, 2, 0});
  const Score part = score_predictions({p.begin(), p.begin() + 6}, {0, 1}, {}, 3, {1, 2});
  for (const auto& [name, member] : kScores) {
    if (std::isnan(part.*member)) continue;
    EXPECT_EQ(all.*member, part.*member) << name;
  }
  EXPECT_EQ(all.macro_f1, 1);
  EXPECT_TRUE(testing::same_bits(all.reliability, part.reliability));
  EXPECT_TRUE(std::isnan(all.recall[2]));
}

}  // namespace
}  // namespace trip
