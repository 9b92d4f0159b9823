/* Plays 9x9 Go against itself in 64 KiB: the player is one static buffer, and nothing is allocated.
 *
 *     scripts/c          builds and runs it
 *
 * Usage: go9 [MOVES [AGENT]], such as: go9 40 uct:playouts=1000
 */
#include <stdio.h>
#include <stdlib.h>

#include "cairn.h"

static uint64_t buffer[64 * 1024 / sizeof(uint64_t)];
static char error[200], text[CAIRN_DEAD_TEXT];

int main(int argc, char **argv)
{
    int moves = argc > 1 ? atoi(argv[1]) : 10;
    const char *agent = argc > 2 ? argv[2] : "graver2:nodes=160,top=160,second=80,amaf=own-any";

    cairn_player *player =
        cairn_create(buffer, sizeof buffer, "go9", agent, 1, error, sizeof error);
    if (!player) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }

    while (moves-- > 0 && cairn_to_move(player) >= 0) {
        /* A thousand playouts at a time: look at a clock or a button in between, and stop when you
         * like. */
        while (cairn_step(player, 1000) > 0) {
        }
        /* The best move, unless a person would pass or resign now. */
        char move[CAIRN_MOVE_TEXT];
        cairn_choose(player, move, sizeof move);
        if (!cairn_play(player, move, error, sizeof error))
            break; /* "resign" */
    }

    cairn_history(player, text, sizeof text);
    printf("%s\n\n", text);
    cairn_draw(player, text, sizeof text);
    printf("%s\n", text);

    double lead;
    cairn_score(player, &lead, text, sizeof text, error, sizeof error);
    printf("Black's lead: %.1f points, dead stones: %s\n", lead, text);

    cairn_info info;
    cairn_report(player, &info);
    printf("%u nodes in %llu bytes\n", (unsigned)info.nodes, (unsigned long long)info.bytes);
    return 0;
}
