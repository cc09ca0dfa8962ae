// A player at a table: makes one against agents of the server, or takes an open seat.
//
//   player ADDRESS new TOKEN_FILE GAME AGENT DEALS [CERTIFICATE]
//   player ADDRESS join TABLE [CERTIFICATE]
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>

#include "rule.hpp"
#include "vorhand/v1/play.grpc.pb.h"
#include "vorhand/v1/tables.grpc.pb.h"

namespace v1 = vorhand::v1;
using namespace std::chrono_literals;

namespace {

struct Place {
  std::string table_id;
  int seat = 0;
  std::string token;
};

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("file " + path + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_ok(const grpc::Status& status) {
  if (!status.ok()) {
    throw std::runtime_error("status " + std::to_string(status.error_code()) + ": " +
                             status.error_message());
  }
}

void show_token(grpc::ClientContext& context, std::string token) {
  while (!token.empty() && std::isspace(static_cast<unsigned char>(token.back()))) token.pop_back();
  context.AddMetadata("authorization", "Bearer " + token);
}

Place make_table(v1::TablesService::Stub& tables, std::span<const std::string> arguments) {
  grpc::ClientContext list_context, context;
  v1::ListGamesResponse games;
  expect_ok(tables.ListGames(&list_context, {}, &games));
  const std::string& text = arguments[1];
  const std::string name = text.substr(0, text.find('('));
  auto game = std::ranges::find_if(games.games(), [&](auto& each) { return each.name() == name; });
  if (game == games.games().end())
    throw std::runtime_error("game " + name + ": the server has none of this name");

  v1::CreateTableRequest request;
  request.set_game(text);
  request.set_deals(static_cast<unsigned>(std::stoul(arguments[3])));
  request.add_seats()->set_kind(v1::SEAT_KIND_PRIVATE);
  for (unsigned seat = 1; seat < game->seats(); ++seat) {
    auto* other = request.add_seats();
    other->set_kind(v1::SEAT_KIND_AGENT);
    other->set_agent(arguments[2]);
  }
  show_token(context, file_text(arguments[0]));
  v1::CreateTableResponse made;
  expect_ok(tables.CreateTable(&context, request, &made));
  return {made.table().table_id(), made.grants(0).seat(), made.grants(0).seat_token()};
}

Place take_seat(v1::TablesService::Stub& tables, const std::string& table_id) {
  grpc::ClientContext context;
  v1::TakeSeatRequest request;
  request.set_table_id(table_id);
  v1::TakeSeatResponse taken;
  expect_ok(tables.TakeSeat(&context, request, &taken));
  return {table_id, taken.grant().seat(), taken.grant().seat_token()};
}

// One stream of the seat, from the event after `last` on; whether the table is over.
bool play_stream(v1::PlayService::Stub& service, const Place& place, std::uint64_t& last,
                 grpc::Status& status) {
  grpc::ClientContext context;
  show_token(context, place.token);
  auto stream = service.Play(&context);
  v1::PlayRequest hello;
  hello.mutable_join()->set_table_id(place.table_id);
  hello.mutable_join()->set_seat(place.seat);
  hello.mutable_join()->set_after_sequence(last);
  stream->Write(hello);
  bool over = false;
  v1::PlayResponse response;
  while (!over && stream->Read(&response)) {
    for (const v1::Event& event : response.events()) {
      last = std::max(last, event.sequence());
      over = over || event.has_table_ended();
      if (event.has_turn()) {
        v1::PlayRequest answer;
        answer.mutable_act()->set_turn(event.sequence());
        answer.mutable_act()->set_action(rule::choose(event.observation()).id());
        stream->Write(answer);
      } else if (event.has_deal_ended()) {
        std::cout << "deal " << event.deal_ended().deal() << ':';
        for (double score : event.deal_ended().returns()) std::cout << ' ' << score;
        std::cout << std::endl;
      } else if (event.has_refused()) {
        std::cerr << "refused: " << event.refused().message() << '\n';
      }
    }
  }
  if (over) context.TryCancel();
  status = stream->Finish();
  return over || status.ok();
}

void play(v1::PlayService::Stub& service, const Place& place) {
  std::uint64_t last = 0;
  grpc::Status status;
  auto wait = 50ms;
  for (auto before = last; !play_stream(service, place, last, status); before = last) {
    const auto code = status.error_code();
    // Lost, not refused: the stream is opened again and goes on where it was.
    if (code != grpc::UNAVAILABLE && code != grpc::RESOURCE_EXHAUSTED && code != grpc::INTERNAL)
      expect_ok(status);
    wait = last > before ? 50ms : std::min(2 * wait, 2000ms);
    std::this_thread::sleep_for(wait);
  }
}

int run(std::span<const std::string> arguments) {
  const bool makes = arguments.size() >= 6 && arguments[1] == "new";
  const bool joins = arguments.size() >= 3 && arguments[1] == "join";
  if (!makes && !joins) {
    std::cerr << "expected: ADDRESS new TOKEN_FILE GAME AGENT DEALS [CERTIFICATE]\n"
                 "      or: ADDRESS join TABLE [CERTIFICATE]\n";
    return 2;
  }
  const std::size_t used = makes ? 6 : 3;
  auto credentials = grpc::InsecureChannelCredentials();
  if (arguments.size() > used) {
    grpc::SslCredentialsOptions tls;
    tls.pem_root_certs = file_text(arguments[used]);
    credentials = grpc::SslCredentials(tls);
  }
  auto channel = grpc::CreateChannel(arguments[0], credentials);
  auto tables = v1::TablesService::NewStub(channel);
  auto service = v1::PlayService::NewStub(channel);
  const Place place =
      makes ? make_table(*tables, arguments.subspan(2)) : take_seat(*tables, arguments[2]);
  std::cout << "table " << place.table_id << ", seat " << place.seat << std::endl;
  play(*service, place);

  grpc::ClientContext context;
  v1::GetTableRequest request;
  request.set_table_id(place.table_id);
  v1::GetTableResponse got;
  expect_ok(tables->GetTable(&context, request, &got));
  std::cout << "totals:";
  for (double total : got.table().totals()) std::cout << ' ' << total;
  std::cout << '\n';
  return 0;
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string> arguments(values + 1, values + count);
  try {
    return run(arguments);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
