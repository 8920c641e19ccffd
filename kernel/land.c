/* The lines of attackers that fire before the first round can leave, one after the other. */
#include "kernel.h"

typedef struct {
    u16 *rows;      /* survivors of the attackers that were met, each once */
    double *won;    /* by row */
    double *stood;  /* by hits taken, from the first quiet row on, and row */
    int *holds;
    double *worths;
    u32 nobody;     /* the row without any */
    u32 *places;    /* by hash: one more than the row */
    u32 met, most, mask;
} Winners;

static void make_winners(Winners *winners, int groups, u32 most)
{
    u32 size = 16;
    while (size < 2 * most)
        size *= 2;
    winners->mask = size - 1;
    winners->met = 0;
    winners->most = most;
    winners->rows = take(sizeof(u16) * (u64)most * (u32)groups);
    winners->won = take(sizeof(double) * (u64)most);
    winners->holds = take(sizeof(int) * (u64)most);
    winners->worths = take(sizeof(double) * (u64)most);
    winners->places = take_zeroed(sizeof(u32) * (u64)size);
}

static int same(const u16 *one, const u16 *two, int groups)
{
    for (int g = 0; g < groups; g++)
        if (one[g] != two[g])
            return 0;
    return 1;
}

/* The row of these survivors, a new one if they were not met before. */
static u32 winner(Winners *winners, const int *count, int groups)
{
    u16 *row = winners->rows + (u64)winners->met * (u32)groups;
    write_row(row, count, groups);
    u32 hash = 2166136261u;
    for (int g = 0; g < groups; g++)
        hash = (hash ^ row[g]) * 16777619u;
    u32 at = (hash ^ hash >> 15) & winners->mask;
    for (; winners->places[at]; at = (at + 1) & winners->mask)
        if (same(row, winners->rows + (u64)(winners->places[at] - 1) * (u32)groups, groups))
            return winners->places[at] - 1;
    winners->places[at] = ++winners->met;
    winners->won[winners->met - 1] = 0.0;
    return winners->met - 1;
}

static void name_line(const Side *side, const Line *line, Winners *winners)
{
    int groups = side->profile->groups, count[MOST_GROUPS] = {0};
    for (int left = 0; left < line->width; left++) {
        int slot = line->width - 1 - left;
        if (left && !side->damage[slot])
            count[side->slot[slot]]++;
        line->rows[left] = winner(winners, count, groups);
        winners->holds[line->rows[left]] = line->holds[left];
        winners->worths[line->rows[left]] = line->worths[left];
    }
}

/* A bombardment and the first round: its victims still fire, so all dice are known. */
static void first_round(const Battle *battle, const Rows *rows, const Line *line, double chance)
{
    int depth = rows->depth, wide = line->width + 1, all = line->width - 1, dice = 0;
    for (int n = 0; n < battle->bombards; n++)
        dice += (int)battle->bombard[2 * n + 1];
    double *hits = take_zeroed(sizeof(double) * (u64)(line->dice + dice + 1));
    if (full)
        return;
    int length = 1;
    hits[0] = 1.0;
    for (int h = 1; h < line->dice && aim_at(line, h)[all] > 0.0; h++)
        length = h + 1;
    for (int h = 0; h < length; h++)
        hits[h] = aim_at(line, h)[all];
    for (int n = 0; n < battle->bombards; n++)
        length = add_dice(hits, length, battle->bombard[2 * n], (int)battle->bombard[2 * n + 1]);
    int most = rows->lengths[0] - 1;
    for (int h = 0; h < length; h++) {
        double *there = line->start + (u64)(h < depth ? h : depth) * (u32)wide;
        for (int lost = 0; lost <= most; lost++)
            there[lost < all ? all - lost : 0] += chance * hits[h] * rows->fire[0][most - lost];
    }
    if (all > 0)
        answer.rounds += chance;
}

static void keep_standoffs(const Rows *rows, const Line *line, Winners *winners)
{
    for (int n = 0; n < rows->depth - rows->quiet; n++)
        for (int left = 1; left < line->width; left++) {
            double chance = line->stood[n * line->width + left];
            if (wanted)
                winners->stood[(u64)n * winners->most + line->rows[left]] += chance;
            else
                end_battle(STANDOFF, 0, 0, chance, 0, line->worths[left],
                           rows->worths[n + rows->quiet]);
        }
}

/* One line: so many attackers with this chance, the defender having taken some hits. */
static void one_line(const Battle *battle, const Rows *rows, Winners *winners, const int *count,
                     double chance, int taken)
{
    u32 mark = used;
    Side side = battle->attacker;
    Line line;
    __builtin_memcpy(side.count, count, sizeof side.count);
    list_slots(&side);
    if (full)
        return;
    count_line(&side, &line);
    int wide = line.width + 1;
    line.start = take_zeroed(sizeof(double) * (u64)(rows->depth + 1) * (u32)wide);
    line.stood = take_zeroed(sizeof(double) * (u64)(rows->depth - rows->quiet) * (u32)wide);
    double *won = take_zeroed(sizeof(double) * (u64)wide);
    if (full)
        return;
    if (wanted)
        name_line(&side, &line, winners);
    if (battle->bombards)
        first_round(battle, rows, &line, chance);
    else
        line.start[(u64)taken * (u32)wide + (u32)(line.width - 1)] = chance;
    fight(battle, rows, &line, won);
    for (int left = 0; left < line.width; left++)
        if (wanted)
            winners->won[line.rows[left]] += won[left];
        else
            end_battle(left ? WIN : DRAW, 0, 0, won[left], line.holds[left], line.worths[left], 0.0);
    keep_standoffs(rows, &line, winners);
    used = mark;
}

/* Anti-aircraft fire at each group of aircraft on its own: all combinations of losses. */
static void lines_by_group(const Battle *battle, const Rows *rows, Winners *winners,
                           const int *begun, double share, int taken)
{
    const Side *side = &battle->attacker;
    int groups = side->profile->groups, lost[MOST_GROUPS] = {0}, count[MOST_GROUPS];
    __builtin_memcpy(count, begun, sizeof count);
    for (;;) {
        double chance = share;
        for (int g = 0; g < groups; g++)
            if (flagged(side, g, FLIES))
                chance *= binomial(begun[g], lost[g], battle->gun);
        one_line(battle, rows, winners, count, chance, taken);
        int g = 0;
        while (g < groups && (!flagged(side, g, FLIES) || lost[g] == begun[g])) {
            count[g] = begun[g];
            lost[g++] = 0;
        }
        if (g == groups || full)
            return;
        lost[g]++;
        count[g]--;
    }
}

/* A number of shots whose victims the attacker chooses: those that he would lose first. */
static void lines_by_shots(const Battle *battle, const Rows *rows, Winners *winners,
                           const int *begun, double share, int taken)
{
    const Side *side = &battle->attacker;
    int count[MOST_GROUPS], planes = 0;
    __builtin_memcpy(count, begun, sizeof count);
    for (int g = 0; g < side->profile->groups; g++)
        if (flagged(side, g, FLIES))
            planes += count[g];
    int shots = battle->shots < planes ? battle->shots : planes;
    for (int lost = 0; lost <= shots && !full; lost++) {
        double chance = share * binomial(shots, lost, battle->gun);
        one_line(battle, rows, winners, count, chance, taken);
        for (int g = 0; g < side->profile->groups; g++)
            if (flagged(side, g, FLIES) && count[g]) {
                count[g]--;
                break;
            }
    }
}

/* A force that is about to be fired at. */
static void open_fire(const Battle *battle, const Rows *rows, Winners *winners, const int *begun,
                      double share, int taken)
{
    if (battle->gun <= 0.0)
        one_line(battle, rows, winners, begun, share, taken);
    else if (battle->shots < 0)
        lines_by_group(battle, rows, winners, begun, share, taken);
    else
        lines_by_shots(battle, rows, winners, begun, share, taken);
}

static void given_forces(const Battle *battle, const Rows *rows, Winners *winners)
{
    int groups = battle->attacker.profile->groups, count[MOST_GROUPS] = {0};
    for (int n = 0; n < battle->starts && !full; n++) {
        const double *start = battle->start + (u64)n * (u32)(groups + 2);
        int taken = (int)start[1] < rows->depth ? (int)start[1] : rows->depth;
        for (int g = 0; g < groups; g++)
            count[g] = (int)start[g + 2];
        open_fire(battle, rows, winners, count, start[0], taken);
    }
}

/* How many lines there will be at most. */
static double lines_of(const Battle *battle)
{
    double lines = 1.0;
    for (int g = 0; g < battle->attacker.profile->groups && battle->gun > 0.0; g++)
        if (flagged(&battle->attacker, g, FLIES))
            lines = battle->shots < 0 ? lines * (battle->attacker.count[g] + 1)
                                      : lines + battle->attacker.count[g];
    return battle->starts ? lines * battle->starts : lines;
}

static void list_endings(const Rows *rows, const Winners *winners)
{
    u32 nobody = (u32)rows->depth, empty = winners->nobody, quiet = (u32)rows->quiet;
    begin_endings();
    for (u32 row = 0; row < winners->met; row++)
        end_battle(row == empty ? DRAW : WIN, row, nobody, winners->won[row], winners->holds[row],
                   winners->worths[row], 0.0);
    for (u32 taken = 0; taken < nobody; taken++)
        end_battle(LOSE, empty, taken, rows->losses[taken], 0, 0.0, rows->worths[taken]);
    for (u32 taken = quiet; taken < nobody; taken++)
        for (u32 row = 0; row < winners->met; row++)
            end_battle(STANDOFF, row, taken, winners->stood[(taken - quiet) * winners->most + row], 0,
                       winners->worths[row], rows->worths[taken]);
    name_rows(winners->rows, winners->met, rows->survivors, nobody + 1);
}

static int chain(Battle *battle)
{
    Rows rows;
    Winners winners;
    list_slots(&battle->defender);
    list_slots(&battle->attacker);
    if (battle->defender.profile->coupled)
        return NOT_HERE;
    double lines = lines_of(battle), deep = battle->defender.slots, wide = battle->attacker.slots;
    double work = lines * deep * (wide + 1) * (deep + (wide < deep ? wide : deep) + 4) / 2;
    if (work > battle->work)
        return LATE;
    count_rows(battle, &rows);
    u64 most = wanted ? (u64)(lines * (wide + 1)) + 2 : 2;
    make_winners(&winners, battle->attacker.profile->groups, (u32)most);
    winners.stood = take_zeroed(sizeof(double) * most * (u32)(rows.depth - rows.quiet));
    if (full)
        return TOO_LARGE;
    int none[MOST_GROUPS] = {0};
    winners.nobody = winner(&winners, none, battle->attacker.profile->groups);
    winners.worths[winners.nobody] = winners.holds[winners.nobody] = 0;
    if (battle->starts)
        given_forces(battle, &rows, &winners);
    else
        open_fire(battle, &rows, &winners, battle->attacker.count, 1.0, 0);
    if (full)
        return TOO_LARGE;
    list_endings(&rows, &winners);
    return DONE;
}
