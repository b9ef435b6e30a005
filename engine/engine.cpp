#include "engine/engine.h"

#include "engine/search/pool.h"

namespace tabiya {

struct Engine::State {
  explicit State(std::size_t hashMb) : table(hashMb), pool(settings, table) {}

  Settings settings;
  TranspositionTable table;
  SearchPool pool;
  NetChoice net{nullptr, "none", "none"};
};

Engine::Engine(std::size_t hashMb) : state_(std::make_unique<State>(hashMb)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::setHash(std::size_t mb) {
  state_->table.resize(mb);
}

void Engine::setThreads(int threads) {
  state_->pool.setThreads(threads);
}

void Engine::setMoveOverhead(int ms) {
  state_->settings.time.moveOverheadMs = ms;
}

void Engine::setNet(NetChoice choice) {
  state_->pool.setNetwork(choice.network);
  state_->net = std::move(choice);
}

const NetChoice& Engine::net() const {
  return state_->net;
}

Result<void> Engine::setSwitch(const std::string& name, const std::string& value) {
  return setSetting(state_->settings, name, value);
}

void Engine::newGame() {
  state_->pool.newGame();
}

SearchResult Engine::search(const Position& position, std::span<const u64> history, const Limits& limits,
                            const std::atomic<bool>& stop, const std::function<void(const SearchInfo&)>& onInfo) {
  return state_->pool.search(position, history, limits, stop, onInfo);
}

void Engine::follow(SearchFollower* follower) {
  state_->pool.follow(follower);
}

int Engine::evaluate(const Position& position) const {
  return evaluateOnce(position, state_->net.network.get(), state_->settings.eval);
}

}  // namespace tabiya
