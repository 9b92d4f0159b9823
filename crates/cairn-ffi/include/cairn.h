/* Cairn: game search inside a byte budget.
 *
 * A player lives in memory that you give. Ask how much it takes, make it there, play and search:
 *
 *     size_t size = cairn_size("go9", "graver2:nodes=160", error, sizeof error);
 *     cairn_player *player = cairn_create(buffer, size, "go9", "graver2:nodes=160", 1, error, sizeof error);
 *     while (cairn_step(player, 1000) > 0) {}
 *     cairn_best(player, move, sizeof move);
 *     cairn_play(player, move, error, sizeof error);
 *
 * Nothing is allocated, nothing has to be freed. Every pointer may be NULL: that is an error like any
 * other. Texts end with a zero. An error is one line that says what would be right; it is cut if its
 * buffer is short, and empty if there is none.
 *
 * Made by cbindgen of crates/cairn-ffi/src/abi.rs: change that, then
 * UPDATE=1 cargo test -p cairn-ffi --test header
 */

#ifndef CAIRN_H
#define CAIRN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Room for a move's text with its zero; no game's notation is longer.
#define CAIRN_MOVE_TEXT 12

// A game and the agent that plays it, in a buffer of yours. One thread at a time may use it.
typedef struct cairn_player cairn_player;

// What the search knows about a move.
typedef struct {
  // The move, in the game's notation.
  char text[CAIRN_MOVE_TEXT];
  // Playouts that began with it.
  uint32_t visits;
  // Their mean for the player to move: 1 is won, 0 is lost.
  float mean;
  // Playouts in which it came anywhere, if the agent counts them (AMAF).
  uint32_t amaf_visits;
  // Their mean.
  float amaf_mean;
} cairn_move;

// What a player takes and has done.
typedef struct {
  // Playouts run for the position as it is.
  uint64_t playouts;
  // Nodes that were used again, meanwhile.
  uint64_t recycled;
  // All bytes of the player in its buffer.
  uint64_t bytes;
  // Those of its search: trees, tables, stacks.
  uint64_t search_bytes;
  // What the agent's time= says, in milliseconds, or 0. It is yours to keep.
  uint64_t milliseconds;
  // The most nodes there can be.
  uint32_t nodes;
  // Nodes in use.
  uint32_t nodes_used;
} cairn_info;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library.
const char *cairn_version(void);

// The games there are, a line each: name, tab, description. The length of the text, as for all
// functions that write text: if it is not less than `size`, the text did not fit and `out` is empty.
size_t cairn_games(char *out,
                   size_t size);

// How many bytes a player takes: a game such as "go9" or "hex:size=7", an agent such as
// "graver2:nodes=160". The game's own agent plays if that is NULL or empty. 0 if there can be no such
// player; `error` then says what would be right.
size_t cairn_size(const char *game,
                  const char *agent,
                  char *error,
                  size_t error_size);

// Makes a player in `buffer`, which must begin at a multiple of 8 bytes and have room for
// `cairn_size` bytes. It is the player's, and stays where it is, until you use it no more; there is
// nothing to free. NULL if it cannot be made; `error` then says why. The same `seed` and moves give
// the same game.
cairn_player *cairn_create(void *buffer,
                           size_t size,
                           const char *game,
                           const char *agent,
                           uint64_t seed,
                           char *error,
                           size_t error_size);

// Begins a new game: at `position`, in the notation of `cairn_position`, or where the last one began
// if that is NULL.
bool cairn_restart(cairn_player *player,
                   const char *position,
                   char *error,
                   size_t error_size);

// Plays a move for the player whose turn it is. False if that cannot be; `error` then says why.
bool cairn_play(cairn_player *player, const char *mv, char *error, size_t error_size);

// Takes the last move back. False if there is none.
bool cairn_undo(cairn_player *player);

// Whose turn it is, from 0; -1 if the game is over.
int32_t cairn_to_move(const cairn_player *player);

// What a finished game is worth to a player, from 0: 1 is won, 0 is lost, 0.5 is drawn; -1 if the
// game is not over.
double cairn_outcome(const cairn_player *player, uint32_t who);

// How many take part in the game.
uint32_t cairn_players(const cairn_player *player);

// What a player is called, from 0: "Black".
size_t cairn_player_name(const cairn_player *player, uint32_t who, char *out, size_t size);

// The moves that may be played, with blanks between them: none if the game is over.
size_t cairn_moves(const cairn_player *player, char *out, size_t size);

// The moves so far, with blanks between them.
size_t cairn_history(const cairn_player *player, char *out, size_t size);

// The position on one line, as `cairn_restart` reads it.
size_t cairn_position(const cairn_player *player, char *out, size_t size);

// The position drawn for people, on several lines.
size_t cairn_draw(const cairn_player *player, char *out, size_t size);

// Searches the position a little further, by at most so many playouts. How many were run: 0 once
// the agent has run those it is meant to, or the game is over. You may stop at any time, and must
// if the agent has nothing but time= to end it (`cairn_report`).
uint32_t cairn_step(cairn_player *player, uint32_t playouts);

// The best move so far: empty if the game is over.
size_t cairn_best(cairn_player *player, char *out, size_t size);

// What the search knows about the moves that may be played, in the game's order. How many there are,
// of which `out` gets the first `room`.
size_t cairn_analysis(cairn_player *player,
                      cairn_move *out,
                      size_t room);

// What the player takes and has done. False if a pointer is NULL.
bool cairn_report(const cairn_player *player, cairn_info *out);

// A number that is the same for all builds that search alike, on every machine: what `cairn bench
// --signature` prints. It takes a second or a few, and the buffer as scratch. 0 if that is too
// small; `error` then says how large it must be.
uint64_t cairn_signature(void *buffer, size_t size, char *error, size_t error_size);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CAIRN_H */
