// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/sqlite_sink.hpp"

#include <sqlite3.h>

#include <utility>

namespace fencepost::sut {
namespace {

constexpr const char* schema =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    "CREATE TABLE IF NOT EXISTS totals(tenant INTEGER PRIMARY KEY, tokens INTEGER NOT NULL, events "
    "INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS offsets(partition INTEGER PRIMARY KEY, next INTEGER NOT NULL);";

struct Closes {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, Closes>;
using Statement = std::unique_ptr<sqlite3_stmt, Closes>;

Statement prepare(sqlite3* database, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  CHECK(sqlite3_prepare_v2(database, sql, -1, &statement, nullptr) == SQLITE_OK);
  return Statement(statement);
}

void bind(sqlite3_stmt* statement, int place, std::int64_t value) {
  CHECK(sqlite3_bind_int64(statement, place, value) == SQLITE_OK);
}

/// Runs a statement that returns no rows.
void finish(sqlite3_stmt* statement) {
  CHECK(sqlite3_step(statement) == SQLITE_DONE);
  sqlite3_reset(statement);
}

}  // namespace

struct SqliteSink::Handles {
  explicit Handles(Database opened)
      : database(std::move(opened)),
        begin(prepare(database.get(), "BEGIN IMMEDIATE")),
        charge(prepare(database.get(),
                       "INSERT INTO totals VALUES(?1, ?2, 1) ON CONFLICT(tenant) DO UPDATE SET "
                       "tokens = tokens + ?2, events = events + 1")),
        move(prepare(
            database.get(),
            "INSERT INTO offsets VALUES(?1, ?2) ON CONFLICT(partition) DO UPDATE SET next = ?2")),
        commit(prepare(database.get(), "COMMIT")) {}

  Database database;
  Statement begin, charge, move, commit;
};

SqliteSink::SqliteSink(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
SqliteSink::SqliteSink(SqliteSink&&) noexcept = default;
SqliteSink& SqliteSink::operator=(SqliteSink&&) noexcept = default;
SqliteSink::~SqliteSink() = default;

Result<SqliteSink> SqliteSink::open(const std::string& path) {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open(path.c_str(), &raw);
  Database database(raw);
  if (opened == SQLITE_OK) sqlite3_busy_timeout(raw, 5000);
  if (opened != SQLITE_OK || sqlite3_exec(raw, schema, nullptr, nullptr, nullptr) != SQLITE_OK)
    return Failure{path + " cannot be used as a database: " +
                   (raw == nullptr ? "out of memory" : sqlite3_errmsg(raw)) +
                   "; name a file in a folder you can write to"};
  return SqliteSink(std::make_unique<Handles>(std::move(database)));
}

std::uint64_t SqliteSink::next(std::uint32_t partition) {
  const Statement ask =
      prepare(handles_->database.get(), "SELECT next FROM offsets WHERE partition = ?1");
  bind(ask.get(), 1, partition);
  if (sqlite3_step(ask.get()) != SQLITE_ROW) return 0;
  return static_cast<std::uint64_t>(sqlite3_column_int64(ask.get(), 0));
}

void SqliteSink::begin() { finish(handles_->begin.get()); }

void SqliteSink::charge(const Charge& charge) {
  bind(handles_->charge.get(), 1, charge.tenant);
  bind(handles_->charge.get(), 2, charge.tokens);
  finish(handles_->charge.get());
}

void SqliteSink::commit(std::uint32_t partition, std::uint64_t next) {
  bind(handles_->move.get(), 1, partition);
  bind(handles_->move.get(), 2, static_cast<std::int64_t>(next));
  finish(handles_->move.get());
  finish(handles_->commit.get());
}

std::vector<SqliteSink::Total> SqliteSink::totals() {
  const Statement ask = prepare(handles_->database.get(),
                                "SELECT tenant, tokens, events FROM totals ORDER BY tenant");
  std::vector<Total> totals;
  while (sqlite3_step(ask.get()) == SQLITE_ROW)
    totals.push_back({static_cast<std::uint32_t>(sqlite3_column_int64(ask.get(), 0)),
                      sqlite3_column_int64(ask.get(), 1),
                      static_cast<std::uint64_t>(sqlite3_column_int64(ask.get(), 2))});
  return totals;
}

std::string SqliteSink::journal_mode() {
  const Statement ask = prepare(handles_->database.get(), "PRAGMA journal_mode");
  CHECK(sqlite3_step(ask.get()) == SQLITE_ROW);
  return reinterpret_cast<const char*>(sqlite3_column_text(ask.get(), 0));
}

}  // namespace fencepost::sut
