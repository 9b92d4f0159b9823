/* Cairn: game search inside a byte budget.
 *
 * A player lives in memory that you provide. Ask how much it needs, create it there, search and play:
 *
 *     size_t size = cairn_size("go9", "graver2:nodes=160", error, sizeof error);
 *     cairn_player *player = cairn_create(buffer, size, "go9", "graver2:nodes=160", 1, error, sizeof error);
 *     while (cairn_step(player, 1000) > 0) {}
 *     cairn_best(player, move, sizeof move);
 *     cairn_play(player, move, error, sizeof error);
 *
 * Nothing is allocated, and nothing needs to be freed. Every pointer may be NULL: that is an error like
 * any other. Texts end with a zero. An error is one line that says what would be right. It is cut if
 * its buffer is too short. Without an error the text is empty.
 *
 * cbindgen generates this file from crates/cairn-ffi/src/abi. Change that, then run
 * UPDATE=1 cargo test -p cairn-ffi --test header
 */

#ifndef CAIRN_H
#define CAIRN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Room for a move's text with its zero; no game's notation is longer.
#define CAIRN_MOVE_TEXT 12

// Room for the dead stones of any board.
#define CAIRN_DEAD_TEXT 1444

// A game and the agent that plays it, in a buffer that you provide. Use it from one thread at a time.
typedef struct cairn_player cairn_player;

// Returns the time in milliseconds since some fixed moment. It gets the pointer that `cairn_run` gets.
typedef uint64_t (*cairn_clock)(void *context);

// What the search knows about a move.
typedef struct {
  // The move, in the game's notation.
  char text[CAIRN_MOVE_TEXT];
  // Playouts that began with the move.
  uint32_t visits;
  // Their mean result for the player to move: 1 is a win, 0 a loss.
  float mean;
  // Playouts in which the move was played at any time, if the agent counts them (AMAF).
  uint32_t amaf_visits;
  // Their mean result.
  float amaf_mean;
} cairn_move;

// The memory and the work of a player.
typedef struct {
  // Playouts run for the current position.
  uint64_t playouts;
  // Nodes that were recycled during the search.
  uint64_t recycled;
  // All bytes of the player in its buffer.
  uint64_t bytes;
  // The bytes of its search: trees, tables, stacks.
  uint64_t search_bytes;
  // The agent's time= in milliseconds, or 0. You must stop the search when the time is over.
  uint64_t milliseconds;
  // The number of nodes it can have.
  uint32_t nodes;
  // Nodes in use.
  uint32_t nodes_used;
} cairn_info;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library.
const char *cairn_version(void);

// Writes the list of games, one per line: name, tab, description. Returns the length of the text, as
// all functions that write text do. If the length is not less than `size`, the text did not fit and
// `out` is empty.
size_t cairn_games(char *out,
                   size_t size);

// Returns how many bytes a player needs, for a game such as "go9" or "hex:size=7" and an agent such as
// "graver2:nodes=160". If the agent is NULL or empty, the game's own agent plays. Returns 0 if there
// is no such game or agent; `error` then says what would be right.
size_t cairn_size(const char *game,
                  const char *agent,
                  char *error,
                  size_t error_size);

// Creates a player in `buffer`, whose address must be a multiple of 8 and which must have room for
// `cairn_size` bytes. The buffer belongs to the player, and must not be moved, until you stop using
// the player; nothing needs to be freed. Returns NULL if the player cannot be created; `error` then
// says why. The same `seed` and moves give the same game.
cairn_player *cairn_create(void *buffer,
                           size_t size,
                           const char *game,
                           const char *agent,
                           uint64_t seed,
                           char *error,
                           size_t error_size);

// Returns the number that `cairn bench --signature` prints. It is the same on every machine, for all
// builds that search alike. This takes a few seconds and overwrites the buffer. Returns 0 if the
// buffer is too small; `error` then says how large it must be.
uint64_t cairn_signature(void *buffer,
                         size_t size,
                         char *error,
                         size_t error_size);

// Begins a new game at `position`, in the notation of `cairn_position`. If that is NULL, it begins
// where the last game began.
bool cairn_restart(cairn_player *player, const char *position, char *error, size_t error_size);

// Plays a move for the player whose turn it is. Returns false if that is not possible; `error` then
// says why.
bool cairn_play(cairn_player *player, const char *mv, char *error, size_t error_size);

// Takes the last move back. Returns false if there is none.
bool cairn_undo(cairn_player *player);

// Returns whose turn it is, from 0, or -1 if the game is over.
int32_t cairn_to_move(const cairn_player *player);

// Returns the result of a finished game for the player `who`, from 0: 1 is a win, 0 a loss, 0.5 a
// draw. Returns -1 if the game is not over.
double cairn_outcome(const cairn_player *player, uint32_t who);

// Scores a game of Go as players do, without dead stones; playouts find these. `lead` gets
// Black's lead in points after komi. `dead` gets the dead stones, separated by blanks; it must be NULL
// or have room for them, for which `CAIRN_DEAD_TEXT` bytes are enough. (`cairn_outcome` counts all
// stones as alive, as the rules do.) Returns false if the game is not Go; `error` then says so.
bool cairn_score(const cairn_player *player,
                 double *lead,
                 char *dead,
                 size_t size,
                 char *error,
                 size_t error_size);

// Returns how many players the game has.
uint32_t cairn_players(const cairn_player *player);

// Writes the name of the player `who`, from 0, such as "Black".
size_t cairn_player_name(const cairn_player *player, uint32_t who, char *out, size_t size);

// Writes the moves that may be played, separated by blanks. If the game is over there are none.
size_t cairn_moves(const cairn_player *player, char *out, size_t size);

// Writes the moves so far, separated by blanks.
size_t cairn_history(const cairn_player *player, char *out, size_t size);

// Writes the position on one line, as `cairn_restart` reads it.
size_t cairn_position(const cairn_player *player, char *out, size_t size);

// Draws the position for people, on several lines.
size_t cairn_draw(const cairn_player *player, char *out, size_t size);

// Continues the search of the current position by at most `playouts` playouts. Returns how many were
// run: 0 when the agent has run all its playouts or the game is over. You may stop at any time, and
// must stop if only time= limits the agent (`cairn_report` returns it).
uint32_t cairn_step(cairn_player *player,
                    uint32_t playouts);

// Continues the search of the current position for at most `milliseconds`, by your clock `now`.
// Returns whether it can be continued: false when the agent has run all its playouts, the game is
// over, or a pointer is NULL. In WebAssembly `now` may be NULL: the imported function `env.now` is
// then the clock.
bool cairn_run(cairn_player *player, uint32_t milliseconds, cairn_clock now, void *context);

// Writes the best move so far. It is empty if the game is over.
size_t cairn_best(cairn_player *player, char *out, size_t size);

// Writes what to do after a search: a move, or "resign". It is empty if the game is over.
//
// In Go that is what people do: it passes when nothing is left to do, resigns when two of its turns in
// a row look lost, and does not fill its own eyes. `cairn_score` then says who won. In other games it
// is the best move.
//
// Call it once a turn, after `cairn_analysis`: before it passes, it looks for threats for a quarter of
// the playouts so far, and that ends the search of the position.
size_t cairn_choose(cairn_player *player,
                    char *out,
                    size_t size);

// Writes what the search knows about the moves that may be played, in the game's order. Returns how
// many there are; `out` gets the first `room` of them.
size_t cairn_analysis(cairn_player *player, cairn_move *out, size_t room);

// Reports the memory and the work of the player. Returns false if a pointer is NULL.
bool cairn_report(const cairn_player *player, cairn_info *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CAIRN_H */
