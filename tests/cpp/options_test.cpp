// The description of the options is complete and accepts the ends of each range.

#include <trip/options.h>

#include <cmath>
#include <limits>
#include <set>

#include "support.h"

namespace trip {
namespace {

using testing::expect_error;

TEST(Options, EachIsDescribedOnce) {
  std::set<std::string> names;
  int count = 0;
  visit_options([&](const auto& option) {
    ++count;
    names.insert(option.name);
    EXPECT_LT(option.range.low, option.range.high) << option.name;
    EXPECT_GT(std::string(option.meaning).size(), 10u) << option.name;
  });
  EXPECT_EQ(count, 22);
  EXPECT_EQ(names.size(), 22u);
  // This line does not compile when Options has another number of members, so that a new member
  // gets a description.
  [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] =
      Options();
}

TEST(Options, DefaultsAreAccepted) { check_options(Options()); }

/// The bounds of every number are accepted; for the next values outside the message names the
/// option.
TEST(Options, RangesIncludeTheirBounds) {
  visit_options([&](const auto& option) {
    constexpr auto kMember = std::decay_t<decltype(option)>::member;
    using Value = std::decay_t<decltype(Options().*kMember)>;
    if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      const auto with = [&](double value) {
        Options options;
        options.*kMember = static_cast<Value>(value);
        return options;
      };
      const double infinity = std::numeric_limits<double>::infinity();
      const auto beyond = [&](double bound, double direction) {
        return std::is_floating_point_v<Value> ? std::nextafter(bound, direction * infinity)
                                               : bound + direction;
      };
      const auto [low, high, open, longest] = option.range;
      check_options(with(high));
      const auto refused = [&](double value) {
        expect_error("option", {option.name, "must be", "got"},
                     [&, value = value] { check_options(with(value)); });
      };
      if (open) {
        refused(low);
        check_options(with(beyond(low, 1)));
      } else {
        check_options(with(low));
        if (!std::is_unsigned_v<Value>) refused(beyond(low, -1));
      }
      if (high < static_cast<double>(std::numeric_limits<Value>::max())) refused(beyond(high, 1));
    }
  });
}

/// A value of an enumeration beyond its names is refused; the schema has the names.
TEST(Options, EnumerationsHaveTheirNames) {
  Options options;
  options.method = static_cast<Method>(5);
  expect_error("option", {"method", "4", "5"}, [&] { check_options(options); });
  options = Options();
  options.learning_rate_decay = static_cast<LearningRateDecay>(2);
  expect_error("option", {"learningRateDecay", "1", "2"}, [&] { check_options(options); });
  for (const OptionSchema& row : option_schema()) {
    const bool named = std::string(row.type) == "name";
    EXPECT_EQ(row.words.size(), named ? row.range.high + 1 : 0) << row.name;
  }
}

TEST(Options, MessagesNameWhatIsAccepted) {
  const auto refused = [](const std::string& message, auto change) {
    Options options;
    change(options);
    expect_error("option", {message}, [&] { check_options(options); });
  };
  refused("lambda must be a number from 0 to 3.40282e38, got NaN",
          [](Options& o) { o.lambda = std::nan(""); });
  refused("learningRate must be a number above 0 and at most 3.40282e38, got 0",
          [](Options& o) { o.learning_rate = 0; });
  refused("epochs must be an integer from 0 to 1000000, got -1", [](Options& o) { o.epochs = -1; });
  refused("hidden[1] must be an integer from 1 to 4096, got 0", [](Options& o) {
    o.hidden = {10, 0};
  });
  refused("hidden must be a list of at most 16 integers, got 17",
          [](Options& o) { o.hidden.assign(17, 2); });
  refused("startSeed must be an integer from 0 to 9007199254740991, got 9007199254740992",
          [](Options& o) { o.start_seed = uint64_t{1} << 53; });
}

/// The limits that documentation and other programs rely on, written down a second time.
TEST(Options, LimitsAreTheDocumentedOnes) {
  struct Limit {
    const char* name;
    double low, high;
  };
  const double most = std::numeric_limits<float>::max();
  const Limit limits[] = {{"ranks", 1, 2147483647},
                          {"hidden", 1, 4096},
                          {"lambda", 0, most},
                          {"epochs", 0, 1000000},
                          {"patience", 0, 1e6},
                          {"batchSize", 1, 2147483647},
                          {"learningRate", 0, most},
                          {"minDelta", 0, most},
                          {"restarts", 1, 100000},
                          {"firstRestart", 0, 2147383647},
                          {"ldaRidge", 0, most},
                          {"record", 0, 10000},
                          {"startSeed", 0, 9007199254740991},
                          {"orderSeed", 0, 9007199254740991}};
  for (const Limit& limit : limits) {
    int found = 0;
    for (const OptionSchema& row : option_schema()) {
      if (std::string(row.name) != limit.name) continue;
      ++found;
      EXPECT_EQ(row.range.low, limit.low) << limit.name;
      EXPECT_EQ(row.range.high, limit.high) << limit.name;
    }
    EXPECT_EQ(found, 1) << limit.name;
  }
  Options options;
  options.hidden.assign(16, 4096);
  options.ranks.assign(8, 1);
  check_options(options);
  options.hidden.assign(17, 1);
  expect_error("option", {"hidden", "16", "got 17"}, [&] { check_options(options); });
  options.hidden.clear();
  options.ranks.assign(9, 1);
  expect_error("option", {"ranks", "8", "got 9"}, [&] { check_options(options); });
}

}  // namespace
}  // namespace trip
