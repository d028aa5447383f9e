#pragma once
// Reference values: tests/golden, or another folder of the same format in TRIP_GOLDEN_DIR.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support.h"

namespace trip::testing {

using Json = nlohmann::json;

inline bool other_golden_folder() { return std::getenv("TRIP_GOLDEN_DIR") != nullptr; }

inline std::string golden_path(const std::string& file) {
  return (other_golden_folder() ? std::getenv("TRIP_GOLDEN_DIR") : TRIP_GOLDEN_DIR_DEFAULT) +
         ("/" + file);
}

/// Another folder may lack a file; the project's folder must be complete.
inline bool has_golden(const std::string& file) {
  if (std::ifstream(golden_path(file)).good()) return true;
  EXPECT_TRUE(other_golden_folder()) << golden_path(file) << " is missing";
  std::cout << golden_path(file) << " is missing: nothing to compare with\n";
  return false;
}

inline Json read_json(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return Json::parse(file);
}

/// The cases of a file: visit(case) for each, its name in the message of a failure.
template <class Visit>
void for_each_case(const std::string& file, Visit visit) {
  if (!has_golden(file)) return;
  const Json golden = read_json(golden_path(file));
  EXPECT_FALSE(golden.at("cases").empty()) << file;
  for (const Json& entry : golden.at("cases")) {
    SCOPED_TRACE(file + ": " + entry.at("name").get<std::string>());
    visit(entry);
  }
}

/// The elements of an array {"shape", "data"}.
template <class T = double>
std::vector<T> data_of(const Json& array) {
  return array.at("data").get<std::vector<T>>();
}

/// A matrix from an array {"shape", "data"}; a vector becomes one column.
inline Matrix matrix_of(const Json& array) {
  return matrix_of(array.at("shape")[0].get<int>(), data_of(array));
}

inline Task task_of(const Json& entry) {
  return entry.at("task") == "regression" ? Task::kRegression : Task::kClassification;
}

/// X and y of a case.
template <class T>
Dataset<T> dataset_of(const Json& entry, Task task, int classes) {
  Dataset<T> data;
  const std::vector<int> shape = entry.at("X").at("shape").get<std::vector<int>>();
  data.count = shape[0];
  data.dims.assign(shape.begin() + 1, shape.end());
  data.x = cast<T>(data_of(entry.at("X")));
  data.task = task;
  if (task == Task::kClassification) {
    data.classes = classes;
    data.labels = data_of<int>(entry.at("y"));
  } else {
    data.targets = cast<double>(data_of(entry.at("y")));
  }
  return data;
}

template <class T>
Dataset<T> dataset_of(const Json& entry) {
  return dataset_of<T>(entry, task_of(entry), entry.at("n_out").get<int>());
}

/// Sizes of a case; the widths follow from the biases in `params`.
inline Architecture architecture_of(const Json& entry, const Json& params) {
  Architecture a;
  a.dims = entry.at("dims").get<std::vector<int>>();
  a.ranks = entry.at("J").get<std::vector<int>>();
  a.outputs = entry.at("n_out").get<int>();
  if (!params.at("W").empty()) {
    a.hidden.push_back(static_cast<int>(data_of(params.at("b1")).size()));
    for (size_t l = 0; l + 1 < params.at("b").size(); ++l)
      a.hidden.push_back(static_cast<int>(data_of(params.at("b")[l]).size()));
  }
  return a;
}

struct NamedArray {
  std::string name;
  std::vector<double> values;
};

/// Z, G, b1, W, b of a case in the order of Layout::outside_order().
inline std::vector<NamedArray> arrays_of(const Json& params) {
  std::vector<NamedArray> arrays;
  const auto add = [&](const std::string& name, const Json& array) {
    arrays.push_back({name, data_of(array)});
  };
  for (const Json& z : params.at("Z")) add("Z", z);
  for (const Json& g : params.at("G")) add("G", g);
  add("b1", params.at("b1"));
  for (size_t l = 0; l < params.at("W").size(); ++l) {
    add("W", params.at("W")[l]);
    add("b", params.at("b")[l]);
  }
  return arrays;
}

/// Writes Z, G, b, W to the padded positions of the objective and updates it.
template <class T>
void set_parameters(Objective<T>& objective, const Json& params) {
  const std::vector<NamedArray> arrays = arrays_of(params);
  const std::vector<Block> blocks = objective.layout().outside_order();
  ASSERT_EQ(arrays.size(), blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i)
    set_block(blocks[i], arrays[i].values, objective.parameters());
  ASSERT_TRUE(objective.update());
}

/// Compares a buffer (parameters or gradients) with the arrays of a case; bound(array) is the
/// largest error that is accepted.
template <class T, class Bound>
void expect_parameters(const Objective<T>& objective, std::span<const T> buffer, const Json& params,
                       Bound bound) {
  const std::vector<NamedArray> arrays = arrays_of(params);
  const std::vector<Block> blocks = objective.layout().outside_order();
  ASSERT_EQ(arrays.size(), blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i)
    expect_near(block_values(blocks[i], buffer), arrays[i].values, bound(arrays[i]),
                arrays[i].name + " " + std::to_string(i));
}

/// One of the Spiral sets: a header line, then the values and the class of each sample.
inline Dataset<float> read_csv(const std::string& file) {
  std::ifstream in(golden_path(file));
  std::string line;
  std::getline(in, line);
  Dataset<float> data;
  data.task = Task::kClassification;
  while (std::getline(in, line)) {
    if (line.empty() || line == "\r") continue;
    std::vector<double> row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
    data.labels.push_back(static_cast<int>(row.back()));
    data.classes = std::max(data.classes, data.labels.back() + 1);
    row.pop_back();
    data.dims = {static_cast<int>(row.size())};
    for (double value : row) data.x.push_back(static_cast<float>(value));
    ++data.count;
  }
  return data;
}

}  // namespace trip::testing
