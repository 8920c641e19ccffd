/* What comes out: figures are summed as endings are met; endings are listed if wanted. */
#include "kernel.h"

static Answer answer;
static Ending *endings;
static int wanted;

static void begin_answer(const Battle *battle)
{
    Answer nothing = {0};
    answer = nothing;
    wanted = battle->wants;
    endings = 0;
}

/* From here on nothing else takes memory. */
static void begin_endings(void)
{
    endings = take(0);
}

static void end_battle(int kind, u32 attackers, u32 defenders, double chance, int holds,
                       double attackers_worth, double defenders_worth)
{
    if (chance <= 0.0)
        return;
    if (kind == WIN) {
        answer.win += chance;
        if (holds)
            answer.take += chance;
    } else if (kind == DRAW)
        answer.draw += chance;
    else if (kind == LOSE)
        answer.lose += chance;
    else
        answer.standoff += chance;
    answer.total += chance;
    answer.attackers_lost -= chance * attackers_worth;
    answer.defenders_lost -= chance * defenders_worth;
    if (!wanted)
        return;
    Ending *next = take(sizeof(Ending));
    if (full)
        return;
    next->chance = chance;
    next->attackers = attackers;
    next->defenders = defenders | (u32)kind << END_SHIFT;
    answer.endings++;
}

static void name_rows(const u16 *attackers, u32 how_many, const u16 *defenders, u32 of_them)
{
    answer.attackers_at = OFFSET(attackers);
    answer.attackers = how_many;
    answer.defenders_at = OFFSET(defenders);
    answer.defenders = of_them;
    answer.endings_at = OFFSET(endings);
}

static double worth(const Profile *profile, const int *count)
{
    double found = 0.0;
    for (int g = 0; g < profile->groups; g++)
        found += count[g] * profile->rows[g].cost;
    return found;
}

static void write_row(u16 *row, const int *count, int groups)
{
    for (int g = 0; g < groups; g++)
        row[g] = (u16)count[g];
}
