/* Everything that can go wrong at the interface, and a little that goes right. Run by scripts/c under
 * valgrind; compiled as C and as C++. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cairn.h"

static int passed, failed;

static void check(int holds, const char *what, int line)
{
    if (holds) {
        passed++;
    } else {
        failed++;
        printf("line %d: not so: %s\n", line, what);
    }
}

#define CHECK(what) check((what) != 0, #what, __LINE__)

static char error[200], text[4000];

/* The error must be the one line that is expected. */
static int says(const char *expected)
{
    int same = strcmp(error, expected) == 0;
    if (!same)
        printf("said: %s\n", error);
    return same;
}

static size_t size_of(const char *game, const char *agent)
{
    return cairn_size(game, agent, error, sizeof error);
}

static cairn_player *create(void *buffer, size_t size, const char *game, const char *agent)
{
    return cairn_create(buffer, size, game, agent, 1, error, sizeof error);
}

static int play(cairn_player *player, const char *moves)
{
    char move[CAIRN_MOVE_TEXT];
    int used;
    for (; sscanf(moves, "%11s%n", move, &used) == 1; moves += used)
        if (!cairn_play(player, move, error, sizeof error))
            return 0;
    return 1;
}

static void specs(void)
{
    CHECK(size_of("go9", "graver2:nodes=160,top=160,second=80,amaf=own-any") < 64 * 1024);
    CHECK(says(""));
    CHECK(size_of("shogi", "grave") == 0 && strncmp(error, "no game is called 'shogi': there are tictactoe, go9", 51) == 0);
    CHECK(size_of("go:size=25", "grave") == 0 && says("size=25 does not fit: size is a whole number from 2 to 19"));
    CHECK(size_of("go9", "uct:bias=1") == 0 && says("uct has no key 'bias': only the rave, grave and hrave agents do"));
    CHECK(size_of(NULL, "grave") == 0 && says("the game is NULL: pass a text"));
    /* The game's own agent. */
    CHECK(size_of("go9", NULL) > 0 && size_of("go9", "") == size_of("go9", NULL));
    CHECK(size_of("awari", NULL) > 0 && size_of("awari", NULL) == size_of("awari", "uct"));
    CHECK(size_of("awari", NULL) != size_of("awari", "grave"));
    CHECK(size_of("go\xff", "grave") == 0 && says("the game is not UTF-8: pass plain ASCII"));
    CHECK(size_of("", "") == 0 && error[0]);
    /* An error is cut to the size of its buffer. It needs no buffer. */
    char little[8];
    CHECK(cairn_size("shogi", "grave", little, sizeof little) == 0 && strcmp(little, "no game") == 0);
    CHECK(cairn_size("shogi", "grave", NULL, 100) == 0);
    CHECK(cairn_size("shogi", "grave", little, 0) == 0);
}

static void buffers(void)
{
    size_t size = size_of("go9", "grave:playouts=100");
    char *memory = (char *)malloc(size + 8);
    CHECK(create(memory, size, "go9", "grave:playouts=100"));
    CHECK(!create(memory, size - 1, "go9", "grave:playouts=100"));
    CHECK(strncmp(error, "not enough memory: the player needs ", 36) == 0 && strstr(error, " bytes, the buffer has "));
    CHECK(!create(memory, 0, "go9", "grave:playouts=100") && error[0]);
    CHECK(!create(NULL, size, "go9", "grave:playouts=100") && says("the buffer is NULL: pass one of cairn_size bytes"));
    CHECK(!create(memory + 1, size, "go9", "grave:playouts=100"));
    CHECK(says("the buffer must begin at a multiple of 8 bytes, like an array of uint64_t"));
    CHECK(!create(memory, size, "go9", "grave:playouts=1000000000") && error[0]);
    CHECK(cairn_signature(memory, size, error, sizeof error) == 0 && error[0]);
    CHECK(cairn_signature(NULL, size, error, sizeof error) == 0 && says("the buffer is NULL: pass one of cairn_size bytes"));
    free(memory);
}

static void nulls(void)
{
    cairn_info info;
    CHECK(!cairn_play(NULL, "E5", error, sizeof error) && says("the player is NULL: pass one from cairn_create"));
    CHECK(!cairn_restart(NULL, NULL, error, sizeof error) && says("the player is NULL: pass one from cairn_create"));
    CHECK(!cairn_undo(NULL) && cairn_to_move(NULL) == -1 && cairn_outcome(NULL, 0) == -1);
    CHECK(cairn_players(NULL) == 0 && cairn_step(NULL, 10) == 0 && !cairn_report(NULL, &info));
    strcpy(text, "old");
    CHECK(cairn_moves(NULL, text, sizeof text) == 0 && text[0] == 0);
    CHECK(cairn_best(NULL, text, sizeof text) == 0 && cairn_analysis(NULL, NULL, 10) == 0);
    CHECK(cairn_draw(NULL, NULL, 0) == 0 && cairn_history(NULL, NULL, 100) == 0);
    CHECK(cairn_choose(NULL, text, sizeof text) == 0 && text[0] == 0);
    CHECK(!cairn_score(NULL, NULL, NULL, 0, error, sizeof error) && says("the player is NULL: pass one from cairn_create"));
}

static void a_game(void)
{
    size_t size = size_of("tictactoe", "uct:playouts=300");
    uint64_t *memory = (uint64_t *)malloc(size);
    cairn_player *player = create(memory, size, "tictactoe", "uct:playouts=300");
    CHECK(cairn_players(player) == 2 && cairn_to_move(player) == 0);
    CHECK(cairn_player_name(player, 1, text, sizeof text) == 1 && strcmp(text, "O") == 0);
    CHECK(cairn_player_name(player, 2, text, sizeof text) == 0 && text[0] == 0);
    CHECK(cairn_moves(player, text, sizeof text) == 26 && strncmp(text, "a1 b1 c1 a2", 11) == 0);
    /* A text that does not fit is left out, and its length told. */
    CHECK(cairn_moves(player, text, 26) == 26 && text[0] == 0);
    CHECK(cairn_moves(player, NULL, 0) == 26);
    CHECK(!cairn_undo(player));
    CHECK(!cairn_play(player, NULL, error, sizeof error) && says("the move is NULL: pass a text"));
    CHECK(!cairn_play(player, "z9", error, sizeof error));
    CHECK(says("'z9' is not a legal move here: there are a1, b1, c1, a2, b2, c2, a3, b3, …"));
    CHECK(play(player, "a1 b2 b1 c3") && cairn_to_move(player) == 0 && cairn_outcome(player, 0) == -1);
    /* The win is found, and the search stopped and read before it was over. */
    CHECK(cairn_step(player, 100) == 100 && cairn_best(player, text, sizeof text) == 2 && strcmp(text, "c1") == 0);
    CHECK(cairn_step(player, 1000) == 200 && cairn_step(player, 1000) == 0);
    CHECK(cairn_choose(player, text, sizeof text) == 2 && strcmp(text, "c1") == 0 && cairn_choose(player, text, 2) == 2);
    CHECK(!cairn_score(player, NULL, NULL, 0, error, sizeof error) && says("only Go has a score: the player's game is another"));
    cairn_move moves[9];
    CHECK(cairn_analysis(player, moves, 9) == 5 && strcmp(moves[0].text, "c1") == 0);
    CHECK(moves[0].mean == 1 && moves[0].visits > 100);
    memset(moves, 0x55, sizeof moves);
    CHECK(cairn_analysis(player, moves, 1) == 5 && moves[1].visits == 0x55555555);
    CHECK(cairn_analysis(player, NULL, 9) == 5);
    cairn_info info;
    CHECK(cairn_report(player, &info) && info.playouts == 300 && info.bytes == size && info.milliseconds == 0);
    CHECK(!cairn_report(player, NULL));
    CHECK(play(player, "c1") && cairn_to_move(player) == -1);
    CHECK(cairn_outcome(player, 0) == 1 && cairn_outcome(player, 1) == 0 && cairn_outcome(player, 2) == -1);
    CHECK(!play(player, "a3") && says("'a3' comes after the end of the game"));
    CHECK(cairn_step(player, 10) == 0 && cairn_best(player, text, sizeof text) == 0);
    CHECK(cairn_choose(player, text, sizeof text) == 0 && text[0] == 0);
    CHECK(cairn_analysis(player, moves, 9) == 0 && cairn_moves(player, text, sizeof text) == 0);
    CHECK(cairn_undo(player) && cairn_history(player, text, sizeof text) == 11 && strcmp(text, "a1 b2 b1 c3") == 0);
    CHECK(cairn_position(player, text, sizeof text) == 11 && strcmp(text, "..O/.O./XX.") == 0);
    CHECK(cairn_restart(player, text, error, sizeof error) && !cairn_undo(player));
    CHECK(!cairn_restart(player, "nonsense", error, sizeof error) && error[0]);
    CHECK(cairn_position(player, text, sizeof text) == 11 && play(player, "c1"));
    free(memory);
}

/* Black's last move would take three stones and leave just A1, as after the first move. */
static void superko(void)
{
    size_t size = size_of("go:size=2", "uct:playouts=50");
    uint64_t *memory = (uint64_t *)malloc(size);
    cairn_player *player = create(memory, size, "go:size=2", "uct:playouts=50");
    CHECK(play(player, "A1 B2 A2 B1 A1 A2") && !play(player, "A1"));
    CHECK(says("'A1' would repeat an earlier position of the game (superko): play elsewhere first"));
    CHECK(cairn_moves(player, text, sizeof text) && !strstr(text, "A1"));
    while (cairn_step(player, 7) > 0) {
    }
    CHECK(cairn_best(player, text, sizeof text) && strcmp(text, "A1") != 0);
    CHECK(play(player, "pass") && cairn_undo(player) && !play(player, "A1"));
    /* With whole komi there are draws, for which this player has no counters. */
    CHECK(cairn_restart(player, "2/2 b - 0 0.5", error, sizeof error));
    CHECK(!cairn_restart(player, "2/2 b - 0 1", error, sizeof error));
    CHECK(says("only one of this position and the player's game allows draws: create a new player"));
    free(memory);
}

/* What to do after a search, which may be a pass or to resign. */
static int chooses(cairn_player *player, const char *expected)
{
    while (cairn_step(player, 100) > 0) {
    }
    return cairn_choose(player, text, sizeof text) == strlen(expected) && strcmp(text, expected) == 0;
}

/* Black has the board but for white stones at A3 and B3, which cannot live. */
static void conventions(void)
{
    static const char *won = "1X1X1/XXXXX/OO1X1/XXXXX/1X1X1 b - 0 0.5";
    static const char *lost = "1X1X1/XXXXX/OO1X1/XXXXX/1X1X1 w - 0 0.5";
    size_t size = size_of("go:size=5", "uct:playouts=400");
    uint64_t *memory = (uint64_t *)malloc(size);
    cairn_player *player = create(memory, size, "go:size=5", "uct:playouts=400");
    double lead = 0;
    CHECK(cairn_restart(player, won, error, sizeof error));
    CHECK(cairn_score(player, &lead, text, sizeof text, error, sizeof error) && says(""));
    CHECK(lead == 24.5 && strcmp(text, "A3 B3") == 0);
    CHECK(cairn_score(player, &lead, NULL, 0, NULL, 0) && cairn_score(player, NULL, text, 6, NULL, 0));
    CHECK(!cairn_score(player, NULL, text, 5, error, sizeof error) && says("the dead stones need a buffer of 6 bytes"));
    CHECK(chooses(player, "pass") && play(player, "pass") && chooses(player, "pass"));
    /* One turn that looks lost is not enough. */
    CHECK(cairn_restart(player, lost, error, sizeof error) && !chooses(player, "resign") && chooses(player, "resign"));
    CHECK(cairn_restart(player, lost, error, sizeof error) && !chooses(player, "resign"));
    free(memory);
}

/* Every game there is: a few moves of a small agent, taken back again. */
static void every_game(void)
{
    static char games[4000];
    CHECK(cairn_games(games, sizeof games) < sizeof games && cairn_games(games, 10) > 10 && !games[0]);
    cairn_games(games, sizeof games);
    int count = 0;
    for (char *line = strtok(games, "\n"); line; line = strtok(NULL, "\n")) {
        *strchr(line, '\t') = 0;
        size_t size = size_of(line, "graver2:nodes=10,top=4,second=4");
        uint64_t *memory = (uint64_t *)malloc(size);
        cairn_player *player = create(memory, size, line, "graver2:nodes=10,top=4,second=4");
        CHECK(player);
        for (int ply = 0; ply < 4; ply++) {
            char best[CAIRN_MOVE_TEXT];
            while (cairn_step(player, 5) > 0) {
            }
            CHECK(cairn_best(player, best, sizeof best) < sizeof best && play(player, best));
        }
        static char drawing[20000];
        CHECK(cairn_draw(player, drawing, sizeof drawing) > 20);
        CHECK(cairn_undo(player) && cairn_undo(player) && cairn_undo(player) && cairn_undo(player) && !cairn_undo(player));
        free(memory);
        count++;
    }
    CHECK(count >= 16);
}

/* A clock that goes on by a millisecond each time it is read. */
static uint64_t tick(void *context)
{
    return ++*(uint64_t *)context;
}

static void clocks(void)
{
    uint64_t time = 0;
    cairn_info report;
    size_t size = size_of("tictactoe", "uct:playouts=100");
    uint64_t *memory = (uint64_t *)malloc(size);
    cairn_player *player = create(memory, size, "tictactoe", "uct:playouts=100");
    CHECK(cairn_run(player, 3, tick, &time) && time == 4);
    CHECK(cairn_report(player, &report) && report.playouts > 0 && report.playouts < 100);
    CHECK(!cairn_run(player, 1000, tick, &time));
    CHECK(cairn_report(player, &report) && report.playouts == 100);
    CHECK(!cairn_run(player, 1000, NULL, NULL) && !cairn_run(NULL, 1000, tick, &time));
    CHECK(play(player, "b2 a1 a2 c2 c1 a3 b1 b3 c3") && !cairn_run(player, 1000, tick, &time));
    free(memory);
}

int main(void)
{
    CHECK(cairn_version()[0]);
    specs();
    buffers();
    nulls();
    a_game();
    superko();
    conventions();
    every_game();
    clocks();
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
