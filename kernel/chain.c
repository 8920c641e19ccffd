/* Battles in which every hit can fall on every unit.
 *
 * The state of a side is then one number, the hits it has taken. A battle is a grid: ``taken`` by
 * the defender, ``left`` to the attacker. With f(i, j) the rounds fought in a cell, A(j) the
 * chances of the attacker's hits and D(i) those of the defender's, a row i' gets from above
 *
 *     sum over i of  f(i, j) A(j)[i' - i]  spread over j by D(i).
 *
 * A defender loses dice one unit at a time, so D(i) is D(i + 1) times the die of one unit, and the
 * whole sum is taken as one takes a polynomial: add a row, spread it by one die, add the next. What
 * is left is to spread the sum once by D(i'), together with what comes back into the row after
 * rounds that cost the defender nothing. All terms are positive, so nothing is lost by rounding.
 */
#include "kernel.h"

typedef struct {
    int depth;       /* hits that the defender can take */
    int sinks;       /* from here on there are only transports: they go down without a fight */
    int quiet;       /* from here on nobody has dice */
    double **fire;   /* by hits taken: the chances of the defender's hits, the most first */
    double **tails;  /* and of so many or more */
    int *lengths;
    double *losses;  /* by hits taken: the chance that the attacker is gone */
    u16 *survivors;  /* by hits taken, by group */
    double *worths;
} Rows;

typedef struct {
    int width;       /* hits that the attackers can take, and one */
    int dice;        /* so many of them at most */
    double *aim;     /* by hits and left: the chances of the attackers' hits */
    int *reach;      /* by left: the most hits that matter */
    int *armed;      /* by left: whether they have dice */
    int *holds;
    double *worths;
    u32 *rows;       /* by left: the row of survivors */
    double *start;   /* by taken and left: about to begin a round */
    double *stood;   /* by taken, from the first quiet row on, and left: nobody can hit anybody */
} Line;

static double *aim_at(const Line *line, int hits)
{
    return line->aim + (u64)hits * (u32)(line->width + 1);
}

static void take_rows(const Side *side, Rows *rows)
{
    u64 many = (u64)side->slots + 1;
    rows->depth = rows->sinks = rows->quiet = side->slots;
    rows->fire = take(sizeof(double *) * many);
    rows->tails = take(sizeof(double *) * many);
    rows->lengths = take(sizeof(int) * many);
    rows->worths = take(sizeof(double) * many);
    rows->survivors = take(sizeof(u16) * many * (u32)side->profile->groups);
    rows->losses = take_zeroed(sizeof(double) * many);
}

/* The dice of the defender in one row, laid out for ``settle``. */
static void lay_out(Rows *rows, int taken, const double *row, int length)
{
    double *fire = rows->fire[taken], *tails = rows->tails[taken], sum = 0.0;
    rows->lengths[taken] = length;
    for (int hits = length - 1; hits >= 0; hits--) {
        sum += row[hits];
        tails[hits] = sum;
        fire[length - 1 - hits] = row[hits];
    }
}

static void count_rows(const Battle *battle, Rows *rows)
{
    const Side *side = &battle->defender;
    const Profile *profile = side->profile;
    int most = most_dice(side) + 2, length = 1, plain = battle->sea;
    int count[MOST_GROUPS] = {0}, supported[MOST_GROUPS] = {0};
    take_rows(side, rows);
    double *row = take(sizeof(double) * (u64)most);
    double *table = take(sizeof(double) * 2 * (u64)most * (u32)(side->slots + 1));
    if (full)
        return;
    row[0] = 1.0;
    for (int i = rows->depth; i >= 0; i--) {
        int group = i < rows->depth ? side->slot[i] : -1;
        if (group >= 0 && !side->damage[i])
            length = join(profile, group, count, supported, row, length);
        if (group >= 0 && plain) {
            plain = profile->rows[group].sort == TRANSPORT;
            rows->sinks = plain ? i : rows->sinks;
        }
        if (length == 1)
            rows->quiet = i;
        rows->fire[i] = table + 2 * (u64)i * (u32)most;
        rows->tails[i] = rows->fire[i] + most;
        lay_out(rows, i, row, length);
        rows->worths[i] = worth(profile, count);
        write_row(rows->survivors + (u64)i * (u32)profile->groups, count, profile->groups);
    }
}

/* The attackers of one line: what they roll with so many hits left. */
static void count_line(const Side *side, Line *line)
{
    const Profile *profile = side->profile;
    int width = side->slots + 1, most = most_dice(side) + 2;
    line->width = width;
    line->dice = most;
    line->aim = take_zeroed(sizeof(double) * (u64)most * (u32)(width + 1));
    line->reach = take(sizeof(int) * (u64)width);
    line->armed = take(sizeof(int) * (u64)width);
    line->holds = take(sizeof(int) * (u64)width);
    line->worths = take(sizeof(double) * (u64)width);
    line->rows = take(sizeof(u32) * (u64)width);
    double *row = take(sizeof(double) * (u64)most);
    int count[MOST_GROUPS] = {0}, supported[MOST_GROUPS] = {0}, length = 1, holds = 0;
    if (full)
        return;
    row[0] = 1.0;
    double value = 0.0;
    for (int left = 0; left < width; left++) {
        int slot = width - 1 - left;
        if (left && !side->damage[slot]) {
            int group = side->slot[slot];
            length = join(profile, group, count, supported, row, length);
            holds |= flagged(side, group, HOLDS);
            value += profile->rows[group].cost;
        }
        int reach = 0;
        for (int hits = 0; hits < length; hits++) {
            aim_at(line, hits)[left] = row[hits];
            if (row[hits] > GRAIN)
                reach = hits;
        }
        line->reach[left] = reach;
        line->armed[left] = length > 1;
        line->holds[left] = holds;
        line->worths[left] = value;
    }
}

/* Spread by one die that hits with this chance: so many fewer are left. */
static void spread_die(double *restrict row, int width, double chance)
{
    double miss = 1.0 - chance;
    row[0] += chance * row[1];
    for (int left = 1; left < width; left++)
        row[left] = row[left] * miss + row[left + 1] * chance;
}

static void spread_unit(const Side *side, int slot, double *row, int width)
{
    const Row *kind = &side->profile->rows[side->slot[slot]];
    if (side->damage[slot] || kind->chance <= 0.0)
        return;
    for (int dice = (int)kind->dice; dice > 0; dice--)
        spread_die(row, width, kind->chance);
}

/* What the rows above bring to one, before the dice of the defender who is left there. */
static void gather(const Side *side, const Line *line, const double *fights, const int *reach,
                   int row, double *restrict sum)
{
    int wide = line->width + 1, first = 0;
    __builtin_memset(sum, 0, sizeof(double) * (u32)wide);
    while (first < row && first + reach[first] < row)
        first++;
    for (int i = first; i < row; i++) {
        if (i + reach[i] >= row) {
            const double *aim = aim_at(line, row - i), *fought = fights + (u64)i * (u32)wide;
            for (int left = 1; left < wide; left++)
                sum[left] += fought[left] * aim[left];
        }
        spread_unit(side, i, sum, line->width);
    }
}

/* The same for the last row, where more hits than needed count as well. */
static void gather_last(const Side *side, const Line *line, const double *fights, int depth,
                        double *restrict sum, double *restrict tail)
{
    int wide = line->width + 1;
    __builtin_memset(sum, 0, sizeof(double) * (u32)wide);
    __builtin_memset(tail, 0, sizeof(double) * (u32)wide);
    for (int hits = line->dice - 1; hits > depth; hits--)
        for (int left = 1; left < wide; left++)
            tail[left] += aim_at(line, hits)[left];
    for (int i = 0; i < depth; i++) {
        if (depth - i < line->dice)
            for (int left = 1; left < wide; left++)
                tail[left] += aim_at(line, depth - i)[left];
        for (int left = 1; left < wide; left++)
            sum[left] += fights[(u64)i * (u32)wide + (u32)left] * tail[left];
        spread_unit(side, i, sum, line->width);
    }
}

/* Rounds fought in a row, the strongest first. ``arrive`` takes what the defender's dice leave;
 * in the end, whom they left nobody of. */
static double settle(const Rows *rows, const Line *line, int taken, const double *start,
                     const double *sum, double *restrict arrive, double *restrict fights)
{
    int length = rows->lengths[taken];
    const double *fire = rows->fire[taken], *tails = rows->tails[taken], *miss = aim_at(line, 0);
    double rounds = 0.0, none = fire[length - 1];
    __builtin_memset(arrive, 0, sizeof(double) * (u32)line->width);
    for (int left = line->width - 1; left > 0; left--) {
        double fought = start[left] + arrive[left] + sum[left] * none;
        if (length == 1 && !line->armed[left]) {
            line->stood[(taken - rows->quiet) * line->width + left] += fought;
            continue;
        }
        fought /= 1.0 - miss[left] * none;
        if (fought < GRAIN)
            fought = 0.0;
        fights[left] = fought;
        rounds += fought;
        double back = sum[left] + fought * miss[left];
        if (back <= 0.0)
            continue;
        int most = length - 1 < left - 1 ? length - 1 : left - 1;
        double *there = arrive + left - most;
        const double *from = fire + length - 1 - most;
        for (int n = 0; n < most; n++)
            there[n] += back * from[n];
        if (length > left)
            arrive[0] += back * tails[left];
    }
    arrive[0] += sum[0] + start[0];
    return rounds;
}

/* Transports alone go down without a fight, if anybody there can shoot. */
static void sink(const Line *line, double *start, double *sum, double *won)
{
    for (int left = 1; left < line->width; left++)
        if (line->armed[left]) {
            won[left] += sum[left] + start[left];
            sum[left] = start[left] = 0.0;
        }
}

/* All rounds of one line of attackers; ``won`` by left. */
static void fight(const Battle *battle, const Rows *rows, const Line *line, double *won)
{
    int depth = rows->depth, wide = line->width + 1;
    double *fights = take_zeroed(sizeof(double) * (u64)(depth + 1) * (u32)wide);
    double *sum = take(sizeof(double) * (u64)wide), *arrive = take(sizeof(double) * (u64)wide);
    int *reach = take_zeroed(sizeof(int) * (u64)(depth + 1));
    if (full)
        return;
    for (int taken = 0; taken < depth; taken++) {
        double *start = line->start + (u64)taken * (u32)wide;
        double *fought = fights + (u64)taken * (u32)wide;
        gather(&battle->defender, line, fights, reach, taken, sum);
        reach[taken] = -1;
        if (taken >= rows->sinks)
            sink(line, start, sum, won);
        answer.rounds += settle(rows, line, taken, start, sum, arrive, fought);
        rows->losses[taken] += arrive[0];
        for (int left = 1; left < line->width; left++)
            if (fought[left] > 0.0 && line->reach[left] > reach[taken])
                reach[taken] = line->reach[left];
    }
    gather_last(&battle->defender, line, fights, depth, sum, arrive);
    for (int left = 0; left < line->width; left++)
        won[left] += sum[left] + line->start[(u64)depth * (u32)wide + (u32)left];
}
