#include "tricks/play_of.hpp"

namespace vorhand::tricks {

template std::unique_ptr<Play> play_at<Traits<3>>(const Terms&, const std::vector<Set>&, int, int);

}  // namespace vorhand::tricks
