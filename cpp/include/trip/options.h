#pragma once
// The options of a fit. visit_options() describes each of them once; checks, schemas and bindings
// follow from it.

#include <trip/random.h>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

namespace trip {

/// The origin of the projection: learned with the network (TRIP), fixed first (PCANN, LDANN,
/// TuckerNN), or fixed to Options::projection.
enum class Method { kTrip, kPca, kLda, kTucker, kFixed };

/// The learning rate over the steps of a restart: constant, or half a cosine from its full value
/// to 0.
enum class LearningRateDecay { kNone, kCosine };

/// The names of an enumeration as users write them, in the order of its values.
using Names = std::initializer_list<const char*>;
template <class Enum>
inline constexpr Names kNames;
template <>
inline constexpr Names kNames<Method> = {"trip", "pca", "lda", "tucker", "fixed"};
template <>
inline constexpr Names kNames<LearningRateDecay> = {"none", "cosine"};

struct Options {
  Method method = Method::kTrip;
  std::vector<int> ranks = {2};
  std::vector<int> hidden = {10, 10, 10};
  double lambda = 0.1;
  int epochs = 2000;
  int batch_size = 20;
  double learning_rate = 0.001;
  LearningRateDecay learning_rate_decay = LearningRateDecay::kNone;
  int patience = 0;
  double min_delta = 0;
  bool standardize = true;
  bool standardize_target = true;
  int first_restart = 0;
  int restarts = 1;
  bool search = false;
  bool halving = false;
  std::vector<float> start;
  std::vector<double> projection;
  uint64_t start_seed = 1;
  uint64_t order_seed = 1;
  double lda_ridge = 1e-8;
  int record = 0;
};

/// Accepted values. `open` excludes `low`. The range of a list applies to each entry.
struct Range {
  double low = 0, high = 0;
  bool open = false;
  int longest = 0;  // lists: the largest number of entries
};

/// One option: its member of Options, its name as users write it, its range, and the effect of
/// larger and smaller values.
template <auto kMember>
struct Option {
  static constexpr auto member = kMember;
  const char* name;
  Range range;
  const char* meaning;

  constexpr Option(const char* its_name, Range its_range, const char* its_meaning)
      : name(its_name), range(its_range), meaning(its_meaning) {}
};

inline constexpr double kMaxFloat = std::numeric_limits<float>::max();
inline constexpr double kMaxCount = std::numeric_limits<int32_t>::max();
inline constexpr double kMaxRestarts = 100000;
template <class Enum>
inline constexpr Range kAnyName{0, static_cast<double>(kNames<Enum>.size() - 1)};

/// Calls visit(Option<&Options::member>) for every option. Booleans have the range 0 to 1; Fit
/// checks `start` and `projection` against the model.
template <class Visit>
void visit_options(Visit&& visit) {
  using O = Options;
  constexpr Range kSwitch{0, 1}, kSeed{0, static_cast<double>(kMaxSeed)};
  visit(Option<&O::method>("method", kAnyName<Method>,
                           "projection: learned, or fixed by PCA, LDA, Tucker or the caller"));
  visit(Option<&O::ranks>(
      "ranks", {1, kMaxCount, false, 8},
      "J_k of each mode, at most the size of the mode; larger values keep more of X"));
  visit(Option<&O::hidden>(
      "hidden", {1, 4096, false, 16},
      "layer widths; deeper networks bend the boundary more and converge less often"));
  visit(Option<&O::lambda>(
      "lambda", {0, kMaxFloat},
      "weight of the reconstruction; small values fit the response, large ones approach PCA"));
  visit(Option<&O::epochs>("epochs", {0, 1e6}, "passes over the samples; more fit closer"));
  visit(Option<&O::batch_size>(
      "batchSize", {1, kMaxCount},
      "samples per step; small batches are noisier, values above N use all samples"));
  visit(Option<&O::learning_rate>(
      "learningRate", {0, kMaxFloat, true},
      "step size of Adam; small values need more epochs, too large ones diverge"));
  visit(Option<&O::learning_rate_decay>("learningRateDecay", kAnyName<LearningRateDecay>,
                                        "cosine: smaller steps towards the end of a restart"));
  visit(Option<&O::patience>("patience", {0, 1e6},
                             "epochs without an improvement of the validation loss after which a "
                             "restart stops; 0 never stops"));
  visit(Option<&O::min_delta>(
      "minDelta", {0, kMaxFloat},
      "decrease of the validation loss that counts as an improvement for patience"));
  visit(Option<&O::standardize>("standardize", kSwitch,
                                "scales variables to mean 0 and deviation 1; dense samples only"));
  visit(Option<&O::standardize_target>("standardizeTarget", kSwitch,
                                       "the same for the response of a regression"));
  visit(Option<&O::first_restart>(
      "firstRestart", {0, kMaxCount - kMaxRestarts},
      "index of the first restart; a restart's random numbers do not depend on the others"));
  visit(Option<&O::restarts>(
      "restarts", {1, kMaxRestarts},
      "number of initial values tried; more of them find a lower objective more often"));
  visit(Option<&O::search>(
      "search", kSwitch,
      "method trip: the first restarts start from searched projections and learn in "
      "the span of the leading directions"));
  visit(Option<&O::halving>(
      "halving", kSwitch,
      "successive halving: all restarts begin, and those with the lowest objectives go on"));
  visit(Option<&O::start>("start", {-kMaxFloat, kMaxFloat},
                          "parameters of a model as initial values, or empty for random ones; "
                          "one restart, without search; fixed projections are computed again"));
  visit(Option<&O::projection>(
      "projection", {-kMaxFloat, kMaxFloat},
      "C^(k) of all modes, I_k x J_k row-major, one after the other: the projection of method "
      "fixed, or the one from which each restart of method trip begins, without search; or empty"));
  visit(Option<&O::start_seed>("startSeed", kSeed, "seed of the initial values"));
  visit(Option<&O::order_seed>("orderSeed", kSeed, "seed of the order of the samples"));
  visit(Option<&O::lda_ridge>(
      "ldaRidge", {0, kMaxFloat},
      "this times trace(Sw) / I is added to the diagonal of Sw of variables with "
      "deviation 1; larger values regularise more"));
  visit(Option<&O::record>(
      "record", {0, 10000},
      "number of frames to keep, evenly spaced over the epochs; more need more memory"));
}

/// An option as data. `type`: "number", "integer", "boolean", "name", "integers" or "numbers".
struct OptionSchema {
  const char *name, *type;
  Range range;
  Names words;  // of the type "name"
};
/// The schema of every option.
std::vector<OptionSchema> option_schema();

/// Throws Error("option") for the first option outside its range. The message has the option's
/// name, the accepted values and the value seen.
void check_options(const Options& options);

}  // namespace trip
