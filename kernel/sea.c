/* Battles with submarines: surprise strikes, then general fire, pair of states by pair of states.
 *
 * Given the states of both sides, what happens to one in a half of a round is independent of what
 * happens to the other. Pairs are worked through by level, the total of hits on both sides.
 */
#include "kernel.h"

enum { GO, END, SINK };

/* Where a target may end: the first state is the one where nobody is hurt. */
typedef struct {
    int length;
    const int *states;
    const double *chances;
    double last; /* the chance of the last of them, which may stand for more hits */
    int *found;  /* room for outcomes that are more than a path */
    double *made;
} Outcomes;

typedef struct {
    Battle *battle;
    Fleet one, two; /* attacker, defender */
    int width;
    double *arrive, *begin, *middle; /* by (state of the defender, of the attacker) */
    Outcomes hits, fire, strikes, shells; /* on the defender, on the attacker; by submarines */
    double work;
} Waters;

static void take_outcomes(Outcomes *found, const Fleet *target)
{
    found->found = take(sizeof(int) * (u64)target->size);
    found->made = take(sizeof(double) * (u64)target->size);
}

static inline void add_outcome(Outcomes *found, Fleet *target, int state, double chance)
{
    int at = target->marks[state];
    if (at) {
        found->made[at - 1] += chance;
        return;
    }
    found->found[found->length] = state;
    found->made[found->length++] = chance;
    target->marks[state] = found->length;
}

static void close_outcomes(Outcomes *found, Fleet *target)
{
    found->states = found->found;
    found->chances = found->made;
    found->last = found->made[found->length - 1];
    for (int n = 0; n < found->length; n++)
        target->marks[found->states[n]] = 0;
}

/* Free hits from a state, after others; hits for which nothing is left do nothing. */
static void walk(Outcomes *found, Fleet *target, int begun, Dice dice, double chance)
{
    const Path *path = &target->states[begun].path;
    int most = dice.length - 1 < path->steps ? dice.length - 1 : path->steps;
    for (int hits = 0; hits < most; hits++)
        add_outcome(found, target, path->states[hits], chance * dice.chances[hits]);
    add_outcome(found, target, path->states[most], chance * dice.tails[most]);
}

/* Hits that all follow one path. */
static inline void follow(Outcomes *found, const Path *path, const Dice *dice)
{
    int most = dice->length - 1 < path->steps ? dice->length - 1 : path->steps;
    found->length = most + 1;
    found->states = path->states;
    found->chances = dice->chances;
    found->last = dice->tails[most];
}

static double unhurt(const Outcomes *found)
{
    return found->length > 1 ? found->chances[0] : found->last;
}

/* Hits of submarines and of aircraft without a destroyer together: a hit of an aircraft falls on a
 * submarine only if a submarine's own hit can be moved there. */
static void walk_mixed(Outcomes *found, Fleet *target, int begun, const State *shooter)
{
    int hurt = target->states[begun].taken[SUBMARINE], after_subs = begun;
    for (int s = 0; s < shooter->subs.length; s++) {
        int now = after_subs;
        for (int f = 0; f < shooter->planes.length; f++) {
            double chance = shooter->subs.chances[s] * shooter->planes.chances[f];
            walk(found, target, now, shooter->others, chance);
            const State *state = &target->states[now];
            now = state->next[state->taken[SUBMARINE] - hurt < s ? FREE : BY_AIR];
        }
        after_subs = target->states[after_subs].next[BY_SUB];
    }
}

/* General fire. Submarines take part if they have not struck before; aircraft without a destroyer
 * cannot hit submarines. The first outcome is that nobody is hurt. */
static void volley(Outcomes *found, const State *shooter, Fleet *target, int begun)
{
    const State *state = &target->states[begun];
    int there = state->flags, mine = shooter->flags;
    int subs = (mine & HAS_SUB) && (there & HAS_HUNTER);
    int blind = (mine & HAS_PLANE) && !(mine & HAS_HUNTER) && (there & HAS_SUB);
    int subs_as_free = !subs || shooter->subs.length - 1 <= state->sub_run;
    int planes_as_free = !blind || shooter->planes.length - 1 <= state->air_run;
    found->length = 0;
    if (subs_as_free && planes_as_free && !(subs && blind)) {
        follow(found, &state->path, subs ? &shooter->all : &shooter->free);
        return;
    }
    if (subs && blind)
        walk_mixed(found, target, begun, shooter);
    else {
        Dice first = subs ? shooter->subs : shooter->planes;
        Dice then = subs ? shooter->free : shooter->others;
        int now = begun;
        for (int hits = 0; hits < first.length; hits++) {
            walk(found, target, now, then, first.chances[hits]);
            now = target->states[now].next[subs ? BY_SUB : BY_AIR];
        }
    }
    close_outcomes(found, target);
}

/* Submarines that face no destroyer fire before all others. */
static int strikes_first(const State *shooter, const State *target)
{
    return (shooter->flags & HAS_SUB) && !(target->flags & HAS_HUNTER);
}

static void strike(Outcomes *found, const State *shooter, const State *target)
{
    static double certain[1] = {1.0};
    static const Dice none = {certain, certain, 1};
    follow(found, &target->sub_path, strikes_first(shooter, target) ? &shooter->subs : &none);
}

static int can_hit(int shooter, int target)
{
    return (shooter & SUB_DICE && target & (HAS_SUB | HAS_SHIP | HAS_TRANSPORT)) ||
           (shooter & AIR_DICE && target & (shooter & HAS_HUNTER ? HAS_ANY : HAS_ANY & ~HAS_SUB)) ||
           (shooter & OTHER_DICE && target & HAS_ANY);
}

/* What becomes of two fleets: fight on, end, or sink defenceless transports. */
static int judge(int attackers, int defenders)
{
    if (!(attackers & HAS_ANY) || !(defenders & HAS_ANY))
        return END;
    if (defenders & HAS_TRANSPORT && attackers & HAS_ARMED) {
        int escorts = defenders & (HAS_PLANE | HAS_SUB | HAS_SHIP);
        int from_above = !(attackers & (HAS_SUB | HAS_SHIP | HAS_TRANSPORT));
        if (!escorts || (from_above && escorts == HAS_SUB))
            return SINK;
    }
    return can_hit(attackers, defenders) || can_hit(defenders, attackers) ? GO : END;
}

static void over(const Waters *waters, int d, int a, double chance)
{
    const State *one = &waters->one.states[a], *two = &waters->two.states[d];
    int kind = two->units ? (one->units ? STANDOFF : LOSE) : (one->units ? WIN : DRAW);
    end_battle(kind, (u32)a, (u32)d, chance, 0, one->worth, two->worth);
}

typedef struct {
    int a, d;   /* where those begin the next round who have arrived here */
    int fights; /* or whether it is over there */
} Entry;

/* Submarines dive where they may and wish to; then the fleets are judged. */
static Entry enter(const Waters *waters, int d, int a)
{
    const State *one = waters->one.states, *two = waters->two.states;
    Entry found = {a, d, 1};
    if (waters->one.submerges && !(two[d].flags & HAS_HUNTER) && two[d].units)
        found.a = one[a].next[DIVES];
    if (waters->two.submerges && !(one[a].flags & HAS_HUNTER) && one[found.a].units)
        found.d = two[d].next[DIVES];
    int verdict = judge(one[found.a].flags, two[found.d].flags);
    if (verdict == SINK)
        found.d = two[found.d].next[SINKS];
    found.fights = verdict == GO;
    return found;
}

static void route(Waters *waters, Entry to, double chance)
{
    if (to.fights)
        waters->begin[(u64)to.d * (u32)waters->width + (u32)to.a] += chance;
    else
        over(waters, to.d, to.a, chance);
}

/* Spread a chance over all combinations of outcomes but the first, that nobody is hurt. */
static inline void scatter(Waters *waters, double *table, const Outcomes *on_two, const Outcomes *on_one,
                    double chance)
{
    for (int x = 0; x < on_two->length; x++) {
        double share = chance * (x < on_two->length - 1 ? on_two->chances[x] : on_two->last);
        if (share < GRAIN)
            continue;
        double *there = table + (u64)on_two->states[x] * (u32)waters->width;
        int last = on_one->length - 1;
        for (int y = x == 0; y < last; y++)
            there[on_one->states[y]] += share * on_one->chances[y];
        if (last || x)
            there[on_one->states[last]] += share * on_one->last;
    }
    waters->work += on_two->length * on_one->length;
}

/* All rounds of a pair of states. Rounds in which nobody is hurt are a geometric series. */
static void fight_pair(Waters *waters, int d, int a, double arrive, double begin, double middle,
                       Entry to)
{
    const State *one = &waters->one.states[a], *two = &waters->two.states[d];
    int go = to.a == a && to.d == d && to.fights;
    if (!go)
        route(waters, to, arrive);
    volley(&waters->hits, one, &waters->two, d);
    volley(&waters->fire, two, &waters->one, a);
    double home = unhurt(&waters->hits) * unhurt(&waters->fire), spared = 1.0;
    int strikes = strikes_first(one, two) || strikes_first(two, one);
    if (strikes) {
        strike(&waters->strikes, one, two);
        strike(&waters->shells, two, one);
        spared = unhurt(&waters->strikes) * unhurt(&waters->shells);
    }
    double fought = begin;
    if (go)
        fought = (begin + arrive + middle * home) / (1.0 - home * spared);
    answer.rounds += fought;
    if (strikes)
        scatter(waters, waters->middle, &waters->strikes, &waters->shells, fought);
    double fires = middle + fought * spared;
    scatter(waters, waters->arrive, &waters->hits, &waters->fire, fires);
    if (!go)
        route(waters, to, fires * home);
}

static inline void pair(Waters *waters, int d, int a)
{
    u64 cell = (u64)d * (u32)waters->width + (u32)a;
    double arrive = waters->arrive[cell], begin = waters->begin[cell];
    double middle = waters->middle[cell];
    if (arrive + begin + middle < GRAIN)
        return;
    int verdict = judge(waters->one.states[a].flags, waters->two.states[d].flags);
    if (verdict == SINK) {
        u64 sunk = (u64)waters->two.states[d].next[SINKS] * (u32)waters->width + (u32)a;
        waters->arrive[sunk] += arrive;
        waters->middle[sunk] += middle;
        return;
    }
    Entry to = {a, d, verdict == GO};
    if (waters->one.submerges || waters->two.submerges)
        to = enter(waters, d, a);
    if (verdict == GO)
        fight_pair(waters, d, a, arrive, begin, middle, to);
    else if (to.a == a && to.d == d)
        over(waters, d, a, arrive + middle);
    else
        route(waters, to, arrive + middle);
}

static int run_levels(Waters *waters)
{
    const Fleet *one = &waters->one, *two = &waters->two;
    for (int level = 0; level < one->levels + two->levels - 1; level++)
        for (int deep = 0; deep < two->levels && deep <= level; deep++) {
            int wide = level - deep;
            if (wide >= one->levels)
                continue;
            for (int d = two->firsts[deep]; d < two->firsts[deep + 1]; d++)
                for (int a = one->firsts[wide]; a < one->firsts[wide + 1]; a++)
                    pair(waters, d, a);
            if (waters->work > waters->battle->work)
                return LATE;
        }
    return DONE;
}

static u16 *all_survivors(const Fleet *fleet)
{
    u32 groups = (u32)fleet->side->profile->groups;
    u16 *rows = take(sizeof(u16) * (u64)fleet->size * groups);
    for (int n = 0; n < fleet->size && !full; n++)
        survivors(fleet, &fleet->states[n], rows + (u64)n * groups);
    return rows;
}

static int sea(Battle *battle)
{
    Waters waters = {.battle = battle};
    list_slots(&battle->attacker);
    list_slots(&battle->defender);
    if (full || !make_fleet(&waters.one, &battle->attacker, &battle->defender,
                            battle->submerges[0], 0) ||
        !make_fleet(&waters.two, &battle->defender, &battle->attacker, battle->submerges[1], 1))
        return TOO_LARGE;
    u64 cells = (u64)waters.one.size * (u32)waters.two.size;
    waters.width = waters.one.size;
    waters.arrive = take_zeroed(sizeof(double) * cells);
    waters.begin = take_zeroed(sizeof(double) * cells);
    waters.middle = take_zeroed(sizeof(double) * cells);
    take_outcomes(&waters.hits, &waters.two);
    take_outcomes(&waters.strikes, &waters.two);
    take_outcomes(&waters.fire, &waters.one);
    take_outcomes(&waters.shells, &waters.one);
    const u16 *mine = wanted ? all_survivors(&waters.one) : 0;
    const u16 *theirs = wanted ? all_survivors(&waters.two) : 0;
    if (full)
        return TOO_LARGE;
    begin_endings();
    route(&waters, enter(&waters, 0, 0), 1.0);
    int status = run_levels(&waters);
    if (wanted)
        name_rows(mine, (u32)waters.one.size, theirs, (u32)waters.two.size);
    return full ? TOO_LARGE : status;
}
