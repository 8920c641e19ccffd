/* The whole kernel is one unit, so that the compiler sees all of it. */
#include "kernel.h"

#include "memory.c"
#include "side.c"
#include "answer.c"
#include "chain.c"
#include "land.c"
#include "fleet.c"
#include "sea.c"

static Profile profiles[MOST_PROFILES];

/* Remember the rows of a side under a number; there are so many groups. */
EXPORT(enroll) int enroll(int number, int groups, const Row *rows)
{
    if (number < 0 || number >= MOST_PROFILES || groups < 0 || groups > MOST_GROUPS)
        return 0;
    Profile *profile = &profiles[number];
    int gives = 0, takes = 0;
    profile->groups = groups;
    profile->takers = 0;
    for (int g = 0; g < groups; g++) {
        profile->rows[g] = rows[g];
        gives |= (int)rows[g].gives;
        takes |= (int)rows[g].takes;
        if (!rows[g].takes)
            continue;
        int at = profile->takers++;
        for (; at && rows[profile->turns[at - 1]].turn > rows[g].turn; at--)
            profile->turns[at] = profile->turns[at - 1];
        profile->turns[at] = (u8)g;
    }
    profile->coupled = (gives & takes) != 0;
    return profile->takers <= MOST_TAKERS && gives < 1 << SUPPORTS;
}

static const double *read_side(Side *side, const double *from)
{
    int groups = side->profile->groups;
    for (int g = 0; g < groups; g++) {
        side->count[g] = (int)from[g];
        side->hurt[g] = 0;
    }
    return from + groups;
}

/* See ``question`` in odds/axis/kernel.py for the order of the numbers. */
static void read_battle(Battle *battle, const double *from)
{
    battle->sea = (int)from[1];
    battle->submerges[0] = (int)from[2] & 1;
    battle->submerges[1] = (int)from[2] >> 1 & 1;
    battle->gun = from[3];
    battle->shots = (int)from[4];
    battle->work = from[5];
    battle->attacker.profile = &profiles[(int)from[6]];
    battle->defender.profile = &profiles[(int)from[7]];
    battle->attacker.wishes = (int)from[8];
    battle->defender.wishes = (int)from[9];
    battle->bombards = (int)from[10];
    battle->starts = (int)from[11];
    int damaged = (int)from[12];
    from = read_side(&battle->attacker, from + 13);
    from = read_side(&battle->defender, from);
    for (; damaged > 0; damaged--, from += 3)
        (from[0] ? &battle->defender : &battle->attacker)->hurt[(int)from[1]] = (int)from[2];
    battle->bombard = from;
    battle->start = from + 2 * battle->bombards;
}

static void solve_one(Battle *battle, const double *from, int wants)
{
    forget_all();
    read_battle(battle, from);
    battle->wants = wants;
    begin_answer(battle);
    int submarines = has_sort(&battle->attacker, SUBMARINE) ||
                     has_sort(&battle->defender, SUBMARINE);
    answer.status = battle->sea && submarines ? sea(battle) : chain(battle);
    const Side *one = &battle->attacker, *two = &battle->defender;
    answer.attackers_lost += answer.total * worth(one->profile, one->count);
    answer.defenders_lost += answer.total * worth(two->profile, two->count);
}

/* The battle described by these numbers; the answer stands where this says. */
EXPORT(solve) const Answer *solve(const double *from)
{
    static Battle battle;
    solve_one(&battle, from, 1);
    return &answer;
}

/* Many battles, the figures alone: ten for each, over the questions themselves. Each question
 * begins with its length. */
EXPORT(solve_many) void solve_many(double *from, int battles)
{
    static Battle battle;
    double *to = from;
    for (int n = 0; n < battles; n++) {
        int length = (int)from[0];
        solve_one(&battle, from, 0);
        __builtin_memcpy(to, &answer, sizeof(double) * 10);
        to += 10;
        from += length;
    }
}
