/* One side: the hits it takes in turn, and what dice are left after each. */
#include "kernel.h"

static int flagged(const Side *side, int group, int flag)
{
    return ((int)side->profile->rows[group].flags & flag) != 0;
}

static void put(Side *side, int group, int damage, int times)
{
    for (; times > 0; times--) {
        side->slot[side->slots] = (u8)group;
        side->damage[side->slots++] = (u8)damage;
    }
}

static void put_units(Side *side, int group, int late)
{
    const Row *row = &side->profile->rows[group];
    if (late)
        put(side, group, 1, (side->count[group] - side->hurt[group]) * ((int)row->hits - 1));
    put(side, group, 0, side->count[group]);
}

/* The last unit that can hold ground goes last of all. */
static void keep_ground(Side *side)
{
    int at = side->slots - 1;
    while (at >= 0 && !flagged(side, side->slot[at], HOLDS))
        at--;
    if (at < 0)
        return;
    u8 group = side->slot[at], damage = side->damage[at];
    for (; at < side->slots - 1; at++) {
        side->slot[at] = side->slot[at + 1];
        side->damage[at] = side->damage[at + 1];
    }
    side->slot[at] = group;
    side->damage[at] = damage;
}

/* First hits of two come before all, unless wished otherwise; transports come last. */
static void list_slots(Side *side)
{
    int groups = side->profile->groups, most = 0, late = side->wishes & DAMAGE_LATE;
    for (int g = 0; g < groups; g++)
        most += side->count[g] * (int)side->profile->rows[g].hits;
    side->slots = 0;
    side->slot = take((u64)most + 1);
    side->damage = take((u64)most + 1);
    if (full)
        return;
    int passes = side->wishes & AIRCRAFT_LAST ? 2 : 1;
    for (int pass = 0; pass < passes; pass++) {
        for (int g = 0; g < groups && !late; g++)
            if (passes == 1 || flagged(side, g, FLIES) == pass)
                put(side, g, 1,
                    (side->count[g] - side->hurt[g]) * ((int)side->profile->rows[g].hits - 1));
        for (int g = 0; g < groups; g++)
            if (side->profile->rows[g].sort != TRANSPORT &&
                (passes == 1 || flagged(side, g, FLIES) == pass))
                put_units(side, g, late);
    }
    if (side->wishes & KEEP_GROUND)
        keep_ground(side);
    for (int g = 0; g < groups; g++)
        if (side->profile->rows[g].sort == TRANSPORT)
            put(side, g, 0, side->count[g]);
}

/* One more die: the chances of 0, 1, 2 ... hits, in place. Gives the new number of them. */
static int add_die(double *row, int length, double chance)
{
    double miss = 1.0 - chance;
    row[length] = row[length - 1] * chance;
    for (int hits = length - 1; hits > 0; hits--)
        row[hits] = row[hits] * miss + row[hits - 1] * chance;
    row[0] *= miss;
    return length + 1;
}

static int add_dice(double *row, int length, double chance, int dice)
{
    if (chance > 0.0)
        for (; dice > 0; dice--)
            length = add_die(row, length, chance);
    return length;
}

/* How many units of each group are supported: as many as possible, those first whose turn it is.
 * Some can be supported together exactly if no part of them needs more than all who could support
 * any of that part. */
static void share_support(const Profile *profile, const int *count, int *supported)
{
    int supply[1 << SUPPORTS] = {0};
    for (int g = 0; g < profile->groups; g++) {
        supply[(int)profile->rows[g].gives] += count[g] * (int)profile->rows[g].rate;
        supported[g] = 0;
    }
    for (int n = 0; n < profile->takers; n++) {
        int group = profile->turns[n], most = count[group];
        for (int part = 0; part < 1 << n && most; part++) {
            int takes = (int)profile->rows[group].takes, left = 0;
            for (int m = 0; m < n; m++)
                if (part >> m & 1) {
                    takes |= (int)profile->rows[profile->turns[m]].takes;
                    left -= supported[profile->turns[m]];
                }
            for (int bit = 1; bit <= takes; bit <<= 1)
                left += takes & bit ? supply[bit] : 0;
            most = left < most ? left : most;
        }
        supported[group] = most;
    }
}

/* The chances of hits of these numbers of units, from nothing. */
static int all_dice(const Profile *profile, const int *count, const int *supported, double *row)
{
    int length = 1;
    row[0] = 1.0;
    for (int g = 0; g < profile->groups; g++) {
        const Row *kind = &profile->rows[g];
        int dice = (int)kind->dice;
        length = add_dice(row, length, kind->chance, (count[g] - supported[g]) * dice);
        length = add_dice(row, length, kind->boosted, supported[g] * dice);
    }
    return length;
}

/* As many dice as a side can have. */
static int most_dice(const Side *side)
{
    int dice = 0;
    for (int g = 0; g < side->profile->groups; g++)
        dice += side->count[g] * (int)side->profile->rows[g].dice;
    return dice;
}

/* One more unit of a group: its die joins the others, or everything is counted anew when it
 * changes the dice of others. */
static int join(const Profile *profile, int group, int *count, int *supported, double *row,
                int length)
{
    const Row *kind = &profile->rows[group];
    count[group]++;
    if (!profile->coupled || !(kind->takes || kind->gives))
        return add_dice(row, length, kind->chance, (int)kind->dice);
    int now[MOST_GROUPS] = {0};
    share_support(profile, count, now);
    int others = 0, mine = now[group] - supported[group];
    for (int g = 0; g < profile->groups; g++) {
        if (g != group && now[g] != supported[g])
            others = 1;
        supported[g] = now[g];
    }
    if (others || mine < 0 || mine > 1)
        return all_dice(profile, count, supported, row);
    return add_dice(row, length, mine ? kind->boosted : kind->chance, (int)kind->dice);
}

/* The chance of exactly so many hits. */
static double binomial(int dice, int hits, double chance)
{
    double found = 1.0;
    for (int n = 0; n < hits; n++)
        found *= chance * (dice - n) / (n + 1);
    for (int n = hits; n < dice; n++)
        found *= 1.0 - chance;
    return found;
}
