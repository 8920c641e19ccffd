/* Exact odds of a battle: the inner loops, in C without a library, built as WebAssembly.
 *
 * A side is an ordered list of groups, those lost first in front. What a group rolls, whom its
 * hits can reach and what it costs are numbers in a row, which the caller fills from a title's
 * tables: nothing here knows a title or a unit.
 */
#ifndef KERNEL_H
#define KERNEL_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name) __attribute__((visibility("default")))
#endif

enum { MOST_GROUPS = 64, MOST_PROFILES = 64, MOST_TAKERS = 6, SUPPORTS = 8 };
enum { PLANE, SUBMARINE, SHIP, TRANSPORT, CLASSES };
enum { WIN, DRAW, LOSE, RETREAT, STANDOFF };
enum { DONE, TOO_LARGE, LATE, NOT_HERE };
/* How a question ends: answered; too many states; the work allowed did not do; dice of a sort
 * that this kernel does not know. The caller then answers in another way. */

/* What is true of a group's units. */
enum { HOLDS = 1, HUNTS = 2, ARMED = 4, FLIES = 8 };
/* How a side wishes to lose its units, against the plain order of its groups. */
enum { DAMAGE_LATE = 1, AIRCRAFT_LAST = 2, KEEP_GROUND = 4 };

/* Chances smaller than this are lost in the rounding of the sums they would join. */
#define GRAIN 1e-17

typedef struct {
    double chance;  /* of a hit with one die */
    double dice;    /* of one unit */
    double boosted; /* the chance when it is supported */
    double takes;   /* bits: by which sorts of support; 0 for none */
    double gives;   /* one of these bits if it gives support */
    double rate;    /* how many units one of it supports */
    double turn;    /* who is supported first */
    double sort;    /* PLANE, SUBMARINE, SHIP or TRANSPORT; on land nobody asks */
    double hits;    /* that one unit takes */
    double cost;
    double flags;
} Row;

typedef struct {
    int groups;
    int coupled; /* whether any dice depend on other groups */
    int takers;
    u8 turns[MOST_GROUPS]; /* the groups that can be supported, in the order in which they are */
    Row rows[MOST_GROUPS];
} Profile;

/* One side with its numbers of units, and the hits it takes one after the other. */
typedef struct {
    const Profile *profile;
    int count[MOST_GROUPS], hurt[MOST_GROUPS];
    int wishes;
    int slots;
    u8 *slot;   /* by hit: the group that takes it */
    u8 *damage; /* by hit: whether it only damages */
} Side;

typedef struct {
    int sea, submerges[2];
    double gun;    /* the chance of anti-aircraft fire before the first round */
    int shots;     /* how many shots, the owner choosing; below 0: one at each aircraft, by group */
    int wants;     /* whether all endings are wanted, or the figures alone */
    double work;   /* how many steps may be spent */
    Side attacker, defender;
    int bombards;
    const double *bombard; /* pairs of (chance, dice) */
    int starts;
    const double *start; /* each: chance, hits the defender has taken, numbers of attackers */
} Battle;

typedef struct {
    double chance;
    u32 attackers, defenders; /* rows of survivors; the upper bits of the second say how it ended */
} Ending;
enum { END_SHIFT = 28 };

typedef struct {
    double status, win, take, draw, lose, standoff, rounds, total;
    double attackers_lost, defenders_lost; /* in money, on average */
    double endings, endings_at, attackers, attackers_at, defenders, defenders_at;
} Answer;

#endif
