/* One side of a battle with submarines: its states, what is left in each and where hits lead.
 *
 * A state is how many hits each class has taken (aircraft, submarines, other ships, transports)
 * and whether the submarines have submerged. Within a class the order of loss says who is next;
 * between classes the same order does, as far as the hit can choose.
 */
#include "kernel.h"

enum { HAS_PLANE = 1, HAS_SUB = 2, HAS_SHIP = 4, HAS_TRANSPORT = 8, HAS_ANY = 15 };
enum { HAS_HUNTER = 16, SUB_DICE = 32, AIR_DICE = 64, OTHER_DICE = 128, HAS_ARMED = 256 };
enum { FREE, BY_SUB, BY_AIR, SINKS, DIVES, STEPS };
enum { MOST_STATES = 1 << 22, ENDLESS_RUN = 1 << 20 };

typedef struct {
    double *chances; /* of 0, 1, 2 ... hits */
    double *tails;   /* of so many or more */
    int length;
} Dice;

/* The states to which 0, 1, 2 ... hits of a sort lead, to the last; how many of them are hits. */
typedef struct {
    int *states;
    int steps;
} Path;

typedef struct {
    int taken[CLASSES];
    int down;
    int level;  /* grows with every hit, and when submarines submerge */
    int flags;
    int units;  /* in the battle */
    int next[STEPS];
    Dice subs, planes, others;
    Dice free;  /* of aircraft and others together */
    Dice all;
    Path path, sub_path; /* of free hits, and of submarines' */
    int sub_run, air_run; /* so many hits of submarines, or blind ones, fall like free ones */
    double worth;
} State;

typedef struct {
    const Side *side;
    int most[CLASSES];
    int *ranks[CLASSES]; /* by class: the places of its hits in the order of loss, then the end */
    Dice *dice[CLASSES]; /* by class and hits taken */
    int *flags[CLASSES];
    int *units[CLASSES];
    double *worths[CLASSES];
    int by_sub, by_air, submerges, sinks;
    int size, levels;
    State *states;
    int *firsts; /* by level the first state, and the end */
    int *marks;  /* by state, for lists of outcomes */
} Fleet;

static int kind_flags(const Row *row)
{
    int sort = (int)row->sort, flags = 1 << sort;
    if ((int)row->flags & HUNTS)
        flags |= HAS_HUNTER;
    if ((int)row->flags & ARMED)
        flags |= HAS_ARMED;
    if (row->chance > 0.0 && row->dice > 0.0)
        flags |= sort == SUBMARINE ? SUB_DICE : sort == PLANE ? AIR_DICE : OTHER_DICE;
    return flags;
}

static void add_tails(Dice *dice)
{
    double sum = 0.0;
    dice->tails = take(sizeof(double) * (u64)dice->length);
    for (int hits = dice->length - 1; hits >= 0 && !full; hits--)
        dice->tails[hits] = sum += dice->chances[hits];
}

/* What is left of a class after each number of hits on it. */
static void count_class(Fleet *fleet, int sort)
{
    const Side *side = fleet->side;
    const Profile *profile = side->profile;
    int most = 0, room = 2, end = side->slots;
    int count[MOST_GROUPS] = {0}, supported[MOST_GROUPS] = {0};
    for (int s = 0; s < side->slots; s++) {
        const Row *row = &profile->rows[side->slot[s]];
        if ((int)row->sort == sort) {
            most++;
            room += side->damage[s] ? 0 : (int)row->dice;
        }
    }
    fleet->most[sort] = most;
    fleet->ranks[sort] = take(sizeof(int) * (u64)(most + 1));
    fleet->dice[sort] = take(sizeof(Dice) * (u64)(most + 1));
    fleet->flags[sort] = take(sizeof(int) * (u64)(most + 1));
    fleet->units[sort] = take(sizeof(int) * (u64)(most + 1));
    fleet->worths[sort] = take(sizeof(double) * (u64)(most + 1));
    double *table = take(sizeof(double) * (u64)(most + 1) * (u32)room);
    if (full)
        return;
    fleet->ranks[sort][most] = end;
    fleet->flags[sort][most] = fleet->units[sort][most] = 0;
    fleet->worths[sort][most] = 0.0;
    fleet->dice[sort][most] = (Dice){table, table, 1};
    table[0] = 1.0;
    for (int s = end - 1, at = most - 1; at >= 0; s--) {
        int group = side->slot[s];
        const Row *row = &profile->rows[group];
        if ((int)row->sort != sort)
            continue;
        int gone = side->damage[s];
        Dice *before = &fleet->dice[sort][at + 1], *now = &fleet->dice[sort][at];
        now->chances = before->chances + room;
        now->length = before->length;
        __builtin_memcpy(now->chances, before->chances, sizeof(double) * (u32)now->length);
        if (!gone)
            now->length = join(profile, group, count, supported, now->chances, now->length);
        add_tails(now);
        fleet->ranks[sort][at] = s;
        fleet->flags[sort][at] = fleet->flags[sort][at + 1] | (gone ? 0 : kind_flags(row));
        fleet->units[sort][at] = fleet->units[sort][at + 1] + !gone;
        fleet->worths[sort][at] = fleet->worths[sort][at + 1] + (gone ? 0.0 : row->cost);
        at--;
    }
}

/* A state as one number. */
static u32 code_of(const Fleet *fleet, const int *taken, int down)
{
    u32 code = 0;
    for (int c = 0; c < CLASSES; c++)
        code = code * (u32)(fleet->most[c] + 1) + (u32)taken[c];
    return 2 * code + (u32)down;
}

static void decode(const Fleet *fleet, u32 code, int *taken, int *down)
{
    *down = code & 1;
    code >>= 1;
    for (int c = CLASSES - 1; c >= 0; c--) {
        taken[c] = (int)(code % (u32)(fleet->most[c] + 1));
        code /= (u32)(fleet->most[c] + 1);
    }
}

static u32 hit(const Fleet *fleet, const int *taken, int down, int sort)
{
    int after[CLASSES];
    __builtin_memcpy(after, taken, sizeof after);
    after[sort]++;
    return code_of(fleet, after, down);
}

/* Where one more hit leads, of each sort; that transports go down; that submarines dive. */
static void step(const Fleet *fleet, u32 code, u32 *next)
{
    int taken[CLASSES], down, none = fleet->side->slots;
    decode(fleet, code, taken, &down);
    int plane = fleet->ranks[PLANE][taken[PLANE]], ship = fleet->ranks[SHIP][taken[SHIP]];
    int sub = down ? none : fleet->ranks[SUBMARINE][taken[SUBMARINE]];
    u32 other = code;
    if (ship < none)
        other = hit(fleet, taken, down, SHIP);
    else if (taken[TRANSPORT] < fleet->most[TRANSPORT])
        other = hit(fleet, taken, down, TRANSPORT);
    u32 below = sub < ship ? hit(fleet, taken, down, SUBMARINE) : other;
    u32 above = plane < ship ? hit(fleet, taken, down, PLANE) : other;
    next[FREE] = plane < sub && plane < ship ? above : below;
    next[BY_SUB] = fleet->by_sub ? below : next[FREE];
    next[BY_AIR] = fleet->by_air ? above : next[FREE];
    next[SINKS] = next[DIVES] = code;
    if (fleet->sinks && plane == none && ship == none) {
        int sunk[CLASSES];
        __builtin_memcpy(sunk, taken, sizeof sunk);
        sunk[TRANSPORT] = fleet->most[TRANSPORT];
        next[SINKS] = code_of(fleet, sunk, down);
    }
    if (fleet->submerges && sub < none)
        next[DIVES] = code | 1;
}

static int level_of(const int *taken, int down)
{
    return 2 * (taken[0] + taken[1] + taken[2] + taken[3]) + down;
}

/* The states in the order of their levels, so that hits only lead forward. */
static void number_states(Fleet *fleet, u32 *codes, u32 *places)
{
    int levels = 2 * fleet->side->slots + 2, taken[CLASSES], down;
    fleet->levels = levels;
    fleet->states = take(sizeof(State) * (u64)fleet->size);
    fleet->firsts = take_zeroed(sizeof(int) * (u64)(levels + 1));
    fleet->marks = take_zeroed(sizeof(int) * (u64)fleet->size);
    int *fill = take_zeroed(sizeof(int) * (u64)levels);
    if (full)
        return;
    for (int n = 0; n < fleet->size; n++) {
        decode(fleet, codes[n], taken, &down);
        fleet->firsts[level_of(taken, down) + 1]++;
    }
    for (int level = 0; level < levels; level++)
        fleet->firsts[level + 1] += fleet->firsts[level];
    for (int n = 0; n < fleet->size; n++) {
        decode(fleet, codes[n], taken, &down);
        int level = level_of(taken, down), at = fleet->firsts[level] + fill[level]++;
        places[codes[n]] = (u32)at + 1;
    }
    for (int n = 0; n < fleet->size; n++) {
        State *state = &fleet->states[places[codes[n]] - 1];
        u32 next[STEPS];
        decode(fleet, codes[n], state->taken, &state->down);
        state->level = level_of(state->taken, state->down);
        step(fleet, codes[n], next);
        for (int s = 0; s < STEPS; s++)
            state->next[s] = (int)places[next[s]] - 1;
    }
}

/* All states that hits can bring a fleet to. */
static int find_states(Fleet *fleet)
{
    u64 most = 2;
    for (int c = 0; c < CLASSES; c++) {
        most *= (u32)(fleet->most[c] + 1);
        if (most > MOST_STATES)
            return 0;
    }
    u32 *places = take_zeroed(sizeof(u32) * most), *codes = take(sizeof(u32) * most);
    if (full)
        return 0;
    codes[0] = 0;
    places[0] = 1;
    fleet->size = 1;
    for (int n = 0; n < fleet->size; n++) {
        u32 next[STEPS];
        step(fleet, codes[n], next);
        for (int s = 0; s < STEPS; s++)
            if (!places[next[s]]) {
                codes[fleet->size++] = next[s];
                places[next[s]] = 1;
            }
    }
    number_states(fleet, codes, places);
    return !full;
}

static Dice sums(Dice one, Dice two)
{
    Dice found = {0, 0, one.length + two.length - 1};
    if (two.length == 1)
        return one;
    if (one.length == 1)
        return two;
    found.chances = take_zeroed(sizeof(double) * (u64)found.length);
    for (int i = 0; i < one.length && !full; i++)
        for (int j = 0; j < two.length; j++)
            found.chances[i + j] += one.chances[i] * two.chances[j];
    add_tails(&found);
    return found;
}

static void describe(const Fleet *fleet, State *state)
{
    static double certain[1] = {1.0};
    const int *taken = state->taken;
    state->worth = 0.0;
    state->flags = state->units = 0;
    for (int c = 0; c < CLASSES; c++) {
        state->worth += fleet->worths[c][taken[c]];
        if (c == SUBMARINE && state->down)
            continue;
        state->flags |= fleet->flags[c][taken[c]];
        state->units += fleet->units[c][taken[c]];
    }
    state->subs = state->down ? (Dice){certain, certain, 1} : fleet->dice[SUBMARINE][taken[SUBMARINE]];
    state->planes = fleet->dice[PLANE][taken[PLANE]];
    state->others = sums(fleet->dice[SHIP][taken[SHIP]], fleet->dice[TRANSPORT][taken[TRANSPORT]]);
    state->free = sums(state->planes, state->others);
    state->all = sums(state->subs, state->free);
}

/* Hits of a sort one after the other; paths are found from the last state to the first. */
static Path find_path(int number, int next, Path after)
{
    Path found = {0, next == number ? 0 : after.steps + 1};
    found.states = take(sizeof(int) * (u64)(found.steps + 1));
    if (full)
        return found;
    found.states[0] = number;
    if (found.steps)
        __builtin_memcpy(found.states + 1, after.states, sizeof(int) * (u32)found.steps);
    return found;
}

static void find_paths(Fleet *fleet, int number)
{
    State *states = fleet->states, *state = &states[number];
    int next = state->next[FREE], below = state->next[BY_SUB];
    state->path = find_path(number, next, states[next].path);
    state->sub_path = find_path(number, below, states[below].sub_path);
    state->sub_run = state->air_run = next == number ? ENDLESS_RUN : 0;
    if (next != number && below == next)
        state->sub_run = states[next].sub_run + 1;
    if (next != number && state->next[BY_AIR] == next)
        state->air_run = states[next].air_run + 1;
}

static int has_sort(const Side *side, int sort)
{
    for (int g = 0; g < side->profile->groups; g++)
        if (side->count[g] && (int)side->profile->rows[g].sort == sort)
            return 1;
    return 0;
}

static int make_fleet(Fleet *fleet, const Side *side, const Side *enemy, int submerges, int sinks)
{
    fleet->side = side;
    fleet->by_sub = has_sort(enemy, SUBMARINE);
    fleet->by_air = has_sort(enemy, PLANE);
    fleet->submerges = submerges;
    fleet->sinks = sinks;
    for (int c = 0; c < CLASSES; c++)
        count_class(fleet, c);
    if (full || !find_states(fleet))
        return 0;
    for (int n = fleet->size - 1; n >= 0 && !full; n--) {
        describe(fleet, &fleet->states[n]);
        find_paths(fleet, n);
    }
    return !full;
}

/* The survivors in a state, submerged ones too. */
static void survivors(const Fleet *fleet, const State *state, u16 *row)
{
    const Side *side = fleet->side;
    int left[MOST_GROUPS] = {0};
    for (int s = 0; s < side->slots; s++) {
        int group = side->slot[s], sort = (int)side->profile->rows[group].sort;
        if (!side->damage[s] && s >= fleet->ranks[sort][state->taken[sort]])
            left[group]++;
    }
    write_row(row, left, side->profile->groups);
}
