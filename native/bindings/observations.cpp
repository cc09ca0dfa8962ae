// vorhand.native.observations: the parts that the observations of all games share.

#include "observations.hpp"

using namespace vorhand;

void vorhand::bindings::bind_observations(nb::module_& m) {
  nb::class_<Contents>(m, "Contents", "The information that an observation contains.")
      .def(
          "__init__",
          [](Contents* self, bool public_info, bool recall, bool own, bool everyone) {
            const auto kind = everyone ? PrivateInfo::kEveryone
                              : own    ? PrivateInfo::kOwn
                                       : PrivateInfo::kNone;
            new (self) Contents{public_info, recall, kind};
          },
          nb::kw_only(), "public"_a = true, "recall"_a = false, "own"_a = true,
          "everyone"_a = false,
          "public: public information; recall: the history of the deal; own, everyone: the\n"
          "private information of the observing player, or of all players.");
}
