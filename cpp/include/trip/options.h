#pragma once
// The options of a fit. visit_options() describes each of them once; checks, schemas and bindings
// follow from it.

#include <trip/random.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace trip {

/// How the projection comes about: learned with the network (TRIP), or fixed first (PCANN,
/// LDANN, TuckerNN).
enum class Method { kTrip, kPca, kLda, kTucker };

struct Options {
  Method method = Method::kTrip;
  std::vector<int> ranks = {2};
  std::vector<int> hidden = {10, 10, 10};
  double lambda = 0.1;
  int epochs = 2000;
  int batch_size = 20;
  double learning_rate = 0.001;
  bool standardize = true;
  bool standardize_target = true;
  int first_restart = 0;
  int restarts = 1;
  bool search = false;
  std::vector<float> start;
  uint64_t start_seed = 1;
  uint64_t order_seed = 1;
  double lda_ridge = 1e-8;
  int record = 0;
};

/// Accepted values, `low` excluded where `open`. The range of a list is that of each entry.
struct Range {
  double low = 0, high = 0;
  bool open = false;
  int longest = 0;  // lists: the largest number of entries
};

/// One option: its member of Options, its name as users write it, and its range. `meaning` says
/// what larger and smaller values do.
template <auto kMember>
struct Option {
  static constexpr auto member = kMember;
  const char* name;
  Range range;
  const char* meaning;
};

inline constexpr double kMaxFloat = std::numeric_limits<float>::max();
inline constexpr double kMaxCount = std::numeric_limits<int32_t>::max();
inline constexpr double kMaxRestarts = 100000;

/// Calls visit(Option<&Options::member>) for every option. Switches have no range; Fit checks
/// `start` against the model.
template <class Visit>
void visit_options(Visit&& visit) {
  constexpr Range kSwitch{0, 1}, kSeed{0, static_cast<double>(kMaxSeed)};
  visit(Option<&Options::method>{
      "method", {0, 3}, "projection: learned with the network, or fixed by PCA, LDA or Tucker"});
  visit(Option<&Options::ranks>{"ranks",
                                {1, kMaxCount, false, 8},
                                "J_k, one for each mode and at most its size; larger keeps more of "
                                "X and lets the network read "
                                "more, smaller is easier to see"});
  visit(Option<&Options::hidden>{
      "hidden",
      {1, 4096, false, 16},
      "widths of the hidden layers; more bend the boundary more and are harder to start, none is "
      "linear or softmax regression"});
  visit(Option<&Options::lambda>{
      "lambda",
      {0, kMaxFloat},
      "weight of the reconstruction; small fits the response, large approaches PCA"});
  visit(Option<&Options::epochs>{
      "epochs", {0, 1e6}, "passes over the training set; more fit closer and take longer"});
  visit(Option<&Options::batch_size>{
      "batchSize",
      {1, kMaxCount},
      "samples of one step; small takes more and noisier steps, above N is the whole set"});
  visit(Option<&Options::learning_rate>{
      "learningRate",
      {0, kMaxFloat, true},
      "step size of Adam; small needs more epochs, too large diverges"});
  visit(Option<&Options::standardize>{
      "standardize", kSwitch,
      "scale every variable to mean 0 and deviation 1; dense samples only"});
  visit(Option<&Options::standardize_target>{
      "standardizeTarget", kSwitch, "regression: scale the response to mean 0 and deviation 1"});
  visit(Option<&Options::first_restart>{
      "firstRestart",
      {0, kMaxCount - kMaxRestarts},
      "index of the first restart; restart r draws the same numbers whichever others run"});
  visit(Option<&Options::restarts>{"restarts",
                                   {1, kMaxRestarts},
                                   "trainings from other initial values, of which the lowest "
                                   "objective is kept; more find a better "
                                   "minimum more often"});
  visit(Option<&Options::search>{
      "search", kSwitch,
      "method trip: restarts 0 to 7 learn in the span of the leading directions from searched "
      "projections, and a later one is kept only with a clearly lower objective"});
  visit(Option<&Options::start>{
      "start",
      {-kMaxFloat, kMaxFloat},
      "parameters of a model of the same architecture to begin with instead of random ones; empty "
      "for "
      "those. One restart, without search. A fixed projection is computed all the same"});
  visit(Option<&Options::start_seed>{"startSeed", kSeed, "seed of the initial values"});
  visit(Option<&Options::order_seed>{"orderSeed", kSeed, "seed of the order of the samples"});
  visit(Option<&Options::lda_ridge>{
      "ldaRidge",
      {0, kMaxFloat},
      "method lda: this times trace(Sw) / I is added to the diagonal of Sw; larger shrinks the "
      "directions towards those between the class means"});
  visit(Option<&Options::record>{"record",
                                 {0, 10000},
                                 "frames of all parameters to keep, evenly spaced over the epochs; "
                                 "more make a smoother film and "
                                 "need more memory"});
}

/// Throws Error("option") for the first option outside its range, with its name, the values that
/// are accepted and the value seen.
void check_options(const Options& options);

}  // namespace trip
