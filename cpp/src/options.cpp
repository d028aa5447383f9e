#include <trip/error.h>
#include <trip/options.h>

#include <string>
#include <type_traits>

namespace trip {
namespace {

/// Not-a-number and infinity lie outside every range.
void check_number(const std::string& name, const Range& range, bool integer, double seen) {
  const bool accepted = (range.open ? seen > range.low : seen >= range.low) && seen <= range.high;
  if (accepted) return;
  const char* kind = integer ? "an integer" : "a number";
  if (range.open) {
    fail("option", {name, " must be ", kind, " above ", range.low, " and at most ", range.high,
                    ", got ", seen});
  }
  fail("option",
       {name, " must be ", kind, " from ", range.low, " to ", range.high, ", got ", seen});
}

void check(const char* name, const Range& range, const std::vector<int>& list) {
  require(list.size() <= static_cast<size_t>(range.longest), "option",
          {name, " must be a list of at most ", range.longest, " integers, got ", list.size()});
  for (size_t i = 0; i < list.size(); ++i)
    check_number(to_text({name, "[", i, "]"}), range, true, list[i]);
}

/// Start parameters are not checked here: the trainer detects parameters that are not finite after
/// any step. It checks the columns of a projection itself.
void check(const char*, const Range&, const std::vector<float>&) {}
void check(const char*, const Range&, const std::vector<double>&) {}

template <class Scalar>
void check(const char* name, const Range& range, Scalar seen) {
  check_number(name, range, !std::is_floating_point_v<Scalar>, static_cast<double>(seen));
}

}  // namespace

void check_options(const Options& options) {
  visit_options([&](const auto& option) {
    check(option.name, option.range, options.*std::decay_t<decltype(option)>::member);
  });
}

namespace {

template <class Value>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<Value, bool>) return "boolean";
  if constexpr (std::is_enum_v<Value>) return "name";
  if constexpr (std::is_integral_v<Value>) return "integer";
  if constexpr (std::is_floating_point_v<Value>) return "number";
  return std::is_same_v<Value, std::vector<int>> ? "integers" : "numbers";
}

}  // namespace

std::vector<OptionSchema> option_schema() {
  std::vector<OptionSchema> schema;
  visit_options([&](auto option) {
    using Value = std::remove_cvref_t<decltype(std::declval<Options&>().*option.member)>;
    schema.push_back({option.name, type_name<Value>(), option.range, {}});
    if constexpr (std::is_enum_v<Value>) schema.back().words = kNames<Value>;
  });
  return schema;
}

}  // namespace trip
