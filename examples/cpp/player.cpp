// A player that creates a table with agents of the server, or takes an open seat at a table.
//
//   player ADDRESS new TOKEN_FILE GAME AGENT DEALS [CERTIFICATE]
//   player ADDRESS join TABLE [CERTIFICATE]
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <thread>

#include "rule.hpp"
#include "vorhand/v1/play.grpc.pb.h"
#include "vorhand/v1/tables.grpc.pb.h"

namespace v1 = vorhand::v1;
using namespace std::chrono_literals;
using Arguments = std::vector<std::string>;

void expect_ok(const grpc::Status& status) {
  if (!status.ok()) throw std::runtime_error(status.error_message());
}

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("file " + path + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

void show_token(grpc::ClientContext& context, const std::string& token) {
  context.AddMetadata("authorization", "Bearer " + token.substr(0, token.find('\n')));
}

int seats_of(v1::TablesService::Stub& tables, const std::string& game) {
  grpc::ClientContext context;
  v1::ListGamesResponse known;
  expect_ok(tables.ListGames(&context, {}, &known));
  for (const v1::Game& one : known.games())
    if (one.name() == game.substr(0, game.find('('))) return static_cast<int>(one.seats());
  throw std::runtime_error("game " + game + ": the server does not play it");
}

// Create a table, write the table and our seat to `join`, and return the token of the seat.
std::string make_table(v1::TablesService::Stub& tables, const Arguments& given, v1::Join& join) {
  const int seats = seats_of(tables, given[4]);
  grpc::ClientContext context;
  v1::CreateTableRequest request;
  request.set_game(given[4]);
  request.set_deals(static_cast<unsigned>(std::stoul(given[6])));
  request.add_seats()->set_kind(v1::SEAT_KIND_PRIVATE);
  while (request.seats_size() < seats) {
    auto* other = request.add_seats();
    other->set_kind(v1::SEAT_KIND_AGENT);
    other->set_agent(given[5]);
  }
  show_token(context, file_text(given[3]));
  v1::CreateTableResponse made;
  expect_ok(tables.CreateTable(&context, request, &made));
  join.set_table_id(made.table().table_id());
  join.set_seat(made.grants(0).seat());
  return made.grants(0).seat_token();
}

// Take an open seat at an existing table, write table and seat to `join`, and return its token.
std::string take_seat(v1::TablesService::Stub& tables, const Arguments& given, v1::Join& join) {
  grpc::ClientContext context;
  v1::TakeSeatRequest request;
  request.set_table_id(given[3]);
  v1::TakeSeatResponse taken;
  expect_ok(tables.TakeSeat(&context, request, &taken));
  join.set_table_id(given[3]);
  join.set_seat(taken.grant().seat());
  return taken.grant().seat_token();
}

// Play one stream from the sequence number in `join`, keep that number current; return the status.
grpc::Status play(v1::PlayService::Stub& service, const std::string& token, v1::Join& join) {
  grpc::ClientContext context;
  show_token(context, token);
  auto stream = service.Play(&context);
  v1::PlayRequest request;
  *request.mutable_join() = join;
  stream->Write(request);
  for (v1::PlayResponse response; stream->Read(&response);) {
    for (const v1::Event& event : response.events()) {
      join.set_after_sequence(std::max(join.after_sequence(), event.sequence()));
      if (event.has_turn()) {
        request.mutable_act()->set_turn(event.sequence());
        request.mutable_act()->set_action(rule::choose(event.observation()).id());
        stream->Write(request);
      } else if (event.has_deal_ended()) {
        std::cout << "deal " << event.deal_ended().deal() << ':';
        for (double score : event.deal_ended().returns()) std::cout << ' ' << score;
        std::cout << std::endl;
      } else if (event.has_refused())
        std::cerr << "refused: " << event.refused().message() << '\n';
    }
  }
  return stream->Finish();
}

void run(const Arguments& given) {
  const bool makes = given.size() >= 7 && given[2] == "new";
  if (!makes && !(given.size() >= 4 && given[2] == "join"))
    throw std::runtime_error(
        "expected: ADDRESS new TOKEN_FILE GAME AGENT DEALS [CERTIFICATE], or "
        "ADDRESS join TABLE [CERTIFICATE]");
  grpc::SslCredentialsOptions tls;
  const bool safe = given.size() > (makes ? 7 : 4);
  if (safe) tls.pem_root_certs = file_text(given.back());
  auto channel = grpc::CreateChannel(
      given[1], safe ? grpc::SslCredentials(tls) : grpc::InsecureChannelCredentials());
  auto tables = v1::TablesService::NewStub(channel);
  auto service = v1::PlayService::NewStub(channel);
  v1::Join join;
  const std::string token = (makes ? make_table : take_seat)(*tables, given, join);
  std::cout << "table " << join.table_id() << ", seat " << join.seat() << std::endl;
  for (auto wait = 50ms;; wait = std::min(2 * wait, 2000ms)) {
    const grpc::Status status = play(*service, token, join);
    const auto code = status.error_code();
    if (status.ok()) return;
    // The connection was lost, not refused: open the stream again and continue.
    if (code != grpc::UNAVAILABLE && code != grpc::RESOURCE_EXHAUSTED && code != grpc::INTERNAL)
      return expect_ok(status);
    std::this_thread::sleep_for(wait);
  }
}

int main(int count, char** values) try {
  run({values, values + count});
} catch (const std::exception& error) {
  return std::cerr << error.what() << '\n', 1;
}
