// Replays the inputs of tests/fuzz/, which fuzzers found, without a fuzzer. Each file once reached
// lines that the others did not, or showed a bug.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "input.h"
#include "support.h"

namespace trip {
namespace {

struct Corpus {
  const char* name;
  fuzz::Target target;
};

class FuzzCorpus : public ::testing::TestWithParam<Corpus> {};
INSTANTIATE_TEST_SUITE_P(Targets, FuzzCorpus,
                         ::testing::Values(Corpus{"fit", fuzz::fit}, Corpus{"model", fuzz::model},
                                           Corpus{"surrogate", fuzz::surrogate},
                                           Corpus{"sparse", fuzz::sparse},
                                           Corpus{"search", fuzz::search}),
                         [](const auto& corpus) { return std::string(corpus.param.name); });

TEST_P(FuzzCorpus, KeepsItsPromises) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(TRIP_TESTS_DIR) +
                                                               "/fuzz/" + GetParam().name))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ASSERT_GT(files.size(), 5u);
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    EXPECT_NO_THROW(GetParam().target(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()))
        << file;
  }
}

}  // namespace
}  // namespace trip
