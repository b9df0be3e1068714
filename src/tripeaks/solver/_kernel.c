/* The exact solver of TriPeaks.
 *
 * The tableau has only 22,932 reachable sets of removed cards, the order ideals of the cover
 * relation: "ideals" below. A sweep visits all of them once, level by level, a level being all
 * ideals of one size.
 *
 *   rise    from the start upward: the fewest draws with which each ideal is reached with each
 *           rank on top of the waste. Where one may draw at any time fewer draws dominate, so one
 *           number is enough.
 *   fall    from the cleared tableau downward: the most draws with which it can still be won.
 *   crowd   both for 32 deals at once, one in each lane of a vector.
 *   stuck   both where a draw is allowed only without a take; nothing dominates there, so the
 *           whole set of draw counts is kept, one bit each.
 *   chains  the best score of the schemes that pay a chain by its length.
 *
 * Compiled against Python's limited API. The layout is handed in; nothing here is global and
 * mutable, and every method releases the interpreter's lock while it works.
 *
 * GCC and Clang get vectors; -DTRIPEAKS_PLAIN leaves them out, as other compilers do.
 * -DTRIPEAKS_BASELINE leaves out the versions for newer processors.
 */
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- what the compiler has */

#if (defined(__GNUC__) || defined(__clang__)) && !defined(TRIPEAKS_PLAIN)
#define TRIPEAKS_VECTORS 1
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#endif

#if defined(__GNUC__) || defined(__clang__)
#define INLINE static inline __attribute__((always_inline))
#define COUNT_BITS(x) __builtin_popcount(x)
#define LOWEST_BIT(x) __builtin_ctz(x)
#else
#define INLINE static inline
INLINE int COUNT_BITS(uint32_t x)
{
    int count = 0;
    for (; x; x &= x - 1)
        count++;
    return count;
}
INLINE int LOWEST_BIT(uint32_t x)
{
    int place = 0;
    for (; !(x >> place & 1); place++)
        ;
    return place;
}
#endif

/* One copy of a function for each kind of processor, chosen when the program is loaded; that
 * needs a loader with indirect functions, which glibc has and musl has not. */
#if defined(TRIPEAKS_VECTORS) && defined(__x86_64__) && defined(__GLIBC__) \
    && !defined(TRIPEAKS_BASELINE) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define VERSIONS __attribute__((target_clones("avx2", "ssse3", "default")))
#else
#define VERSIONS
#endif

enum {
    SLOTS = 28,
    LEVELS = SLOTS + 1,
    LANES = 16,
    RANKS = 13,
    WILD = 13, /* the lane of a joker or an empty waste on top: adjacent to every card */
    TOPS = 14,
    MOST_DRAWS = 28,
    NEVER = MOST_DRAWS + 1, /* more draws than any stock has */
    ROW = 64,
    CHAIN_LANES = 32,
    UNREACHED = -1,
    NO_CHAIN = INT16_MIN / 2, /* stays below zero whatever a chain is worth */
    SPARE_WORKSPACES = 8,
    FEWEST_FOR_A_CROWD = 6 /* fewer deals are quicker one by one */
};

enum { JOINED = 1, ONLY_WHEN_STUCK = 2, ALL_RULES = 3 };

#define ALL_SLOTS ((1u << SLOTS) - 1)

/* Where things lie in a row, the 64 bytes that stand for a state. */
enum { AT_TOP = 28, AT_STOCK = 29, AT_COUNT = 57, AT_DRAWN = 58, AT_REMOVED = 60 };

/* ---------------------------------------------------------------------------------------- ideals */

/* A card and the ideal reached by it, both as offsets of eights of bytes into a table of Lanes,
 * the ideal's within its level: what a processor adds to an address without further work. */
typedef struct {
    uint16_t ideal;
    uint16_t card;
} Step;

/* Ideals of one level with equally many steps, so that the loop over them has a fixed count. */
typedef struct {
    uint16_t ideals;
    uint16_t degree;
} Run;

typedef struct {
    uint16_t ideal;
    uint16_t card;
} Next;

typedef struct {
    uint32_t covered_by[SLOTS]; /* mask of the cards on each slot */
    uint8_t covers[SLOTS][2];   /* the slots it lies on */
    uint8_t covers_count[SLOTS];
    uint32_t summits;
    int ideals;
    int steps;
    int widest;             /* the size of the largest level */
    int start[LEVELS + 1];  /* where each level begins */
    uint32_t *removed;      /* the ideals: by size, number of predecessors, mask */
    uint32_t *free;         /* the cards that can be removed next */
    uint8_t *peaks;         /* how many summits each has lost */
    int *next_start;        /* where each one's successors begin */
    Next *next;             /* successors: the ideal and the card */
    int *last_start;        /* where each one's predecessors begin */
    Next *last;             /* predecessors: the ideal and the card */
    int up_run[LEVELS + 1]; /* where each level's runs begin, by predecessors */
    Run *up_runs;
    int up_step[LEVELS + 1];
    Step *up;
    int down_run[LEVELS + 1]; /* the same by successors */
    Run *down_runs;
    int down_step[LEVELS + 1];
    Step *down;
    uint16_t *down_ideal; /* the ideals of each level in the order of `down`, within the level */
    uint16_t *buckets;    /* hash table: mask to ideal + 1 */
} Order;

enum { BUCKETS = 1 << 16, LANES_EIGHTS = LANES / 8 };

INLINE uint32_t bucket_of(uint32_t removed)
{
    return removed * 0x9E3779B1u >> 16;
}

/* The index of an ideal, or -1. */
static int index_of(const Order *order, uint32_t removed)
{
    uint32_t bucket = bucket_of(removed);
    for (; order->buckets[bucket]; bucket = (bucket + 1) % BUCKETS)
        if (order->removed[order->buckets[bucket] - 1] == removed)
            return order->buckets[bucket] - 1;
    return -1;
}

static void remember(Order *order, int ideal)
{
    uint32_t bucket = bucket_of(order->removed[ideal]);
    while (order->buckets[bucket])
        bucket = (bucket + 1) % BUCKETS;
    order->buckets[bucket] = (uint16_t)(ideal + 1);
}

/* The cards that can be removed next. */
static uint32_t uncovered(const Order *order, uint32_t removed)
{
    uint32_t free = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        if (!(removed >> slot & 1) && !(order->covered_by[slot] & ~removed))
            free |= 1u << slot;
    return free;
}

/* The cards that can have been removed last. */
static uint32_t latest(const Order *order, uint32_t removed)
{
    uint32_t found = removed;
    for (int slot = 0; slot < SLOTS; slot++)
        if (removed >> slot & 1)
            found &= ~order->covered_by[slot];
    return found;
}

/* How many bits a mask has, then the mask: what a level is sorted by. */
typedef struct {
    int degree;
    uint32_t removed;
} Sorted;

static int by_degree(const void *first, const void *second)
{
    const Sorted *a = first, *b = second;
    if (a->degree != b->degree)
        return a->degree < b->degree ? -1 : 1;
    return (a->removed > b->removed) - (a->removed < b->removed);
}

static void free_order(Order *order)
{
    if (!order)
        return;
    free(order->removed);
    free(order->free);
    free(order->peaks);
    free(order->next_start);
    free(order->next);
    free(order->last_start);
    free(order->last);
    free(order->up_runs);
    free(order->up);
    free(order->down_runs);
    free(order->down);
    free(order->down_ideal);
    free(order->buckets);
    free(order);
}

/* Finds all ideals, level by level: -1 without memory, -2 where they are too many. */
static int find_ideals(Order *order)
{
    int room = 1 << 12;
    Sorted *level = malloc((size_t)room * sizeof *level), *above = NULL;
    int count = 1, result = -1;
    if (!level)
        return -1;
    level[0] = (Sorted){0, 0};
    order->removed = NULL;
    for (int size = 0; size < LEVELS; size++) {
        qsort(level, (size_t)count, sizeof *level, by_degree);
        int distinct = 0;
        for (int i = 0; i < count; i++)
            if (!distinct || level[i].removed != level[distinct - 1].removed)
                level[distinct++] = level[i];
        order->start[size] = order->ideals;
        /* Two bytes must hold an offset within a level, and an index. */
        if (distinct * LANES_EIGHTS > UINT16_MAX || order->ideals + distinct >= UINT16_MAX) {
            result = -2;
            goto done;
        }
        if (distinct > order->widest)
            order->widest = distinct;
        uint32_t *longer =
            realloc(order->removed, (size_t)(order->ideals + distinct) * sizeof *longer);
        above = malloc((size_t)distinct * SLOTS * sizeof *above);
        if (!longer || !above)
            goto done;
        order->removed = longer;
        count = 0;
        for (int i = 0; i < distinct; i++) {
            uint32_t removed = level[i].removed;
            order->removed[order->ideals++] = removed;
            for (uint32_t free = uncovered(order, removed); free; free &= free - 1) {
                uint32_t one_more = removed | (free & (0u - free));
                above[count++] = (Sorted){COUNT_BITS(latest(order, one_more)), one_more};
            }
        }
        order->steps += count;
        free(level);
        level = above;
        above = NULL;
    }
    order->start[LEVELS] = order->ideals;
    result = 0;
done:
    free(level);
    free(above);
    return result;
}

/* Writes one level's runs and steps, by predecessors (`up`) or by successors. */
static void arrange_level(Order *order, int size, int up, const int *arranged)
{
    int *runs_until = (up ? order->up_run : order->down_run) + size + 1;
    int *steps_until = (up ? order->up_step : order->down_step) + size + 1;
    Run *runs = up ? order->up_runs : order->down_runs;
    Step *steps = up ? order->up : order->down;
    const int *from = up ? order->last_start : order->next_start;
    const Next *lists = up ? order->last : order->next;
    int level = order->start[up ? size - 1 : size + 1 < LEVELS ? size + 1 : size];
    int run = runs_until[-1], step = steps_until[-1], before = -1;
    for (int i = 0; i < order->start[size + 1] - order->start[size]; i++) {
        int ideal = arranged[i], degree = from[ideal + 1] - from[ideal];
        if (degree != before)
            runs[run++] = (Run){0, (uint16_t)degree};
        before = degree;
        runs[run - 1].ideals++;
        for (int k = from[ideal]; k < from[ideal + 1]; k++)
            steps[step++] = (Step){(uint16_t)((lists[k].ideal - level) * LANES_EIGHTS),
                                   (uint16_t)(lists[k].card * LANES_EIGHTS)};
    }
    *runs_until = run;
    *steps_until = step;
}

static void link_ideals(Order *order)
{
    int next = 0, last = 0;
    for (int ideal = 0; ideal < order->ideals; ideal++)
        remember(order, ideal);
    for (int ideal = 0; ideal < order->ideals; ideal++) {
        uint32_t removed = order->removed[ideal];
        order->peaks[ideal] = (uint8_t)COUNT_BITS(removed & order->summits);
        order->free[ideal] = uncovered(order, removed);
        order->next_start[ideal] = next;
        for (uint32_t free = order->free[ideal]; free; free &= free - 1) {
            int card = LOWEST_BIT(free);
            order->next[next++] =
                (Next){(uint16_t)index_of(order, removed | 1u << card), (uint16_t)card};
        }
        order->last_start[ideal] = last;
        for (uint32_t cards = latest(order, removed); cards; cards &= cards - 1) {
            int card = LOWEST_BIT(cards);
            order->last[last++] =
                (Next){(uint16_t)index_of(order, removed ^ 1u << card), (uint16_t)card};
        }
    }
    order->next_start[order->ideals] = next;
    order->last_start[order->ideals] = last;
}

/* Arranges all levels for the two sweeps; `arranged` has room for a level. */
static void arrange(Order *order, int *arranged)
{
    order->up_run[0] = order->up_step[0] = order->down_run[0] = order->down_step[0] = 0;
    order->up_run[1] = order->up_step[1] = 0;
    for (int size = 0; size < LEVELS; size++) {
        int first = order->start[size], width = order->start[size + 1] - first, placed = 0;
        for (int i = 0; i < width; i++)
            arranged[i] = first + i;
        if (size)
            arrange_level(order, size, 1, arranged);
        for (int degree = 0; placed < width; degree++)
            for (int ideal = first; ideal < first + width; ideal++)
                if (order->next_start[ideal + 1] - order->next_start[ideal] == degree) {
                    order->down_ideal[first + placed] = (uint16_t)(ideal - first);
                    arranged[placed++] = ideal;
                }
        arrange_level(order, size, 0, arranged);
    }
}

/* Builds the tables of a layout; NULL without memory, or with *fault set. */
static Order *new_order(const uint8_t *covers, uint32_t summits, const char **fault)
{
    Order *order = calloc(1, sizeof *order);
    if (!order)
        return NULL;
    order->summits = summits;
    for (int slot = 0; slot < SLOTS; slot++)
        for (int i = 0; i < 2; i++)
            if (covers[2 * slot + i] < SLOTS && order->covers_count[covers[2 * slot + i]] < 2) {
                int cover = covers[2 * slot + i];
                order->covered_by[slot] |= 1u << cover;
                order->covers[cover][order->covers_count[cover]++] = (uint8_t)slot;
            }
    int found = find_ideals(order);
    if (found == -2)
        *fault = "too many sets of cards can be removed";
    else if (found == 0 && order->start[LEVELS] - order->start[SLOTS] != 1)
        *fault = "the cards cannot all be removed";
    size_t ideals = (size_t)order->ideals, steps = (size_t)order->steps + 1;
    int *arranged = malloc((size_t)(order->widest + 1) * sizeof *arranged);
    order->free = calloc(ideals + 1, sizeof *order->free);
    order->peaks = calloc(ideals + 1, 1);
    order->next_start = calloc(ideals + 1, sizeof *order->next_start);
    order->last_start = calloc(ideals + 1, sizeof *order->last_start);
    order->next = calloc(steps, sizeof *order->next);
    order->last = calloc(steps, sizeof *order->last);
    order->up = calloc(steps, sizeof *order->up);
    order->down = calloc(steps, sizeof *order->down);
    order->up_runs = calloc(LEVELS * LEVELS, sizeof *order->up_runs);
    order->down_runs = calloc(LEVELS * LEVELS, sizeof *order->down_runs);
    order->down_ideal = calloc(ideals + 1, sizeof *order->down_ideal);
    order->buckets = calloc(BUCKETS, sizeof *order->buckets);
    if (found < 0 || !arranged || !order->free || !order->peaks || !order->next_start || !order->last_start
        || !order->next || !order->last || !order->up || !order->down || !order->up_runs
        || !order->down_runs || !order->down_ideal || !order->buckets
        || *fault) {
        free(arranged);
        free_order(order);
        return NULL;
    }
    link_ideals(order);
    arrange(order, arranged);
    free(arranged);
    return order;
}

/* ----------------------------------------------------------------------------------------- lanes */

/* One byte for each rank on top of the waste. SHUFFLE takes for each lane i the lane f(i). */
#ifdef TRIPEAKS_VECTORS
typedef uint8_t Lanes __attribute__((vector_size(LANES)));
typedef int8_t SignedLanes __attribute__((vector_size(LANES)));
#define LANE(x, i) ((x)[i])
#define PLACES(f) \
    f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12), f(13), f(14), \
        f(15)
#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLE(y, x, f) ((y) = __builtin_shufflevector(x, x, PLACES(f)))
#else
#define SHUFFLE(y, x, f) ((y) = __builtin_shuffle(x, (Lanes){PLACES(f)}))
#endif
#else
typedef struct {
    uint8_t lane[LANES];
} Lanes;
#define LANE(x, i) ((x).lane[i])
#define SHUFFLE(y, x, f) \
    do { \
        for (int place = 0; place < LANES; place++) \
            LANE(y, place) = LANE(x, f(place)); \
    } while (0)
#endif

#define EACH_LANE(i) for (int i = 0; i < LANES; i++)

#ifdef TRIPEAKS_VECTORS
INLINE void fill(Lanes *x, uint8_t value)
{
    *x = (Lanes){0} + value;
}
INLINE void add_one(Lanes *x)
{
    *x += 1;
}
INLINE void keep_only(Lanes *x, const Lanes *y)
{
    *x &= *y;
}
INLINE void put_out(Lanes *x, const Lanes *y)
{
    *x |= *y;
}
/* Zero where x is not below the bound. */
INLINE void keep_below(Lanes *x, const Lanes *bound)
{
    *x &= (Lanes)((SignedLanes)*x < (SignedLanes)*bound); /* no lane is above 127 */
}
#else
INLINE void fill(Lanes *x, uint8_t value)
{
    EACH_LANE(i) LANE(*x, i) = value;
}
INLINE void add_one(Lanes *x)
{
    EACH_LANE(i) LANE(*x, i) = (uint8_t)(LANE(*x, i) + 1);
}
INLINE void keep_only(Lanes *x, const Lanes *y)
{
    EACH_LANE(i) LANE(*x, i) &= LANE(*y, i);
}
INLINE void put_out(Lanes *x, const Lanes *y)
{
    EACH_LANE(i) LANE(*x, i) |= LANE(*y, i);
}
INLINE void keep_below(Lanes *x, const Lanes *bound)
{
    EACH_LANE(i) LANE(*x, i) = LANE(*x, i) < LANE(*bound, i) ? LANE(*x, i) : 0;
}
#endif

#if defined(TRIPEAKS_VECTORS) && defined(__SSE2__)
INLINE void take_least(Lanes *x, const Lanes *y)
{
    *x = (Lanes)_mm_min_epu8((__m128i)*x, (__m128i)*y);
}
INLINE void take_most(Lanes *x, const Lanes *y)
{
    *x = (Lanes)_mm_max_epu8((__m128i)*x, (__m128i)*y);
}
#else
INLINE void take_least(Lanes *x, const Lanes *y)
{
    EACH_LANE(i) LANE(*x, i) = LANE(*x, i) < LANE(*y, i) ? LANE(*x, i) : LANE(*y, i);
}
INLINE void take_most(Lanes *x, const Lanes *y)
{
    EACH_LANE(i) LANE(*x, i) = LANE(*x, i) > LANE(*y, i) ? LANE(*x, i) : LANE(*y, i);
}
#endif

INLINE const Lanes *at_offset(const Lanes *table, uint16_t eights)
{
    return (const Lanes *)((const char *)table + 8 * (size_t)eights);
}

/* The lanes beside a rank. Lanes 14 and 15 are never set: 15 stands for "beyond the end". */
#define LOWER_JOINED(i) ((i) == 0 ? 12 : (i) < RANKS ? (i) - 1 : 15)
#define UPPER_JOINED(i) ((i) == 12 ? 0 : (i) < RANKS ? (i) + 1 : 15)
#define LOWER_APART(i) ((i) == 0 ? 15 : (i) < RANKS ? (i) - 1 : 15)
#define UPPER_APART(i) ((i) < 12 ? (i) + 1 : 15)
#define ALWAYS_WILD(i) (WILD + 0 * (i))
#define EIGHT_ON(i) (((i) + 8) % LANES)
#define FOUR_ON(i) (((i) + 4) % LANES)
#define TWO_ON(i) (((i) + 2) % LANES)
#define ONE_ON(i) (((i) + 1) % LANES)

/* In the lane of each rank the two lanes that are adjacent to it. */
INLINE void neighbours(const Lanes *x, int joined, Lanes *lower, Lanes *upper)
{
    if (joined) {
        SHUFFLE(*lower, *x, LOWER_JOINED);
        SHUFFLE(*upper, *x, UPPER_JOINED);
    } else {
        SHUFFLE(*lower, *x, LOWER_APART);
        SHUFFLE(*upper, *x, UPPER_APART);
    }
}

/* The least (or most) of all lanes, in each of them. */
#define OF_ALL(take, x, y) \
    SHUFFLE(y, *x, EIGHT_ON); \
    take(x, &y); \
    SHUFFLE(y, *x, FOUR_ON); \
    take(x, &y); \
    SHUFFLE(y, *x, TWO_ON); \
    take(x, &y); \
    SHUFFLE(y, *x, ONE_ON); \
    take(x, &y);

INLINE void least_of_all(Lanes *x)
{
    Lanes y;
    OF_ALL(take_least, x, y)
}

INLINE void most_of_all(Lanes *x)
{
    Lanes y;
    OF_ALL(take_most, x, y)
}

/* ----------------------------------------------------------------------------------------- deals */

/* A state as the scalar parts read it. */
typedef struct {
    const uint8_t *card;  /* ranks of the tableau */
    const uint8_t *stock; /* lanes of the stock */
    int top;
    int count;
    int drawn;
    int base;  /* the ideal it starts from */
    int level; /* and that one's size */
    int joined;
    int stuck;
    uint16_t beside[TOPS];   /* for each lane the set of lanes adjacent to it */
    uint32_t takeable[TOPS]; /* and the cards of the tableau that may be taken on it */
} Deal;

/* The cards that may be taken on each rank. */
INLINE void find_takeable(Deal *deal)
{
    uint32_t holding[RANKS] = {0};
    deal->takeable[WILD] = ALL_SLOTS;
    for (int slot = 0; slot < SLOTS; slot++)
        holding[deal->card[slot]] |= 1u << slot;
    for (int rank = 0; rank < RANKS; rank++)
        deal->takeable[rank] = (rank || deal->joined ? holding[(rank + RANKS - 1) % RANKS] : 0)
                               | (rank < RANKS - 1 || deal->joined ? holding[(rank + 1) % RANKS] : 0);
}

static uint32_t removed_of(const uint8_t *row)
{
    uint32_t removed = 0;
    for (int i = 0; i < 4; i++)
        removed |= (uint32_t)row[AT_REMOVED + i] << 8 * i;
    return removed;
}

static Deal read_row(const Order *order, const uint8_t *row, int rules)
{
    Deal deal = {.card = row,
                 .stock = row + AT_STOCK,
                 .top = row[AT_TOP],
                 .count = row[AT_COUNT],
                 .drawn = row[AT_DRAWN],
                 .joined = rules & JOINED,
                 .stuck = (rules & ONLY_WHEN_STUCK) != 0};
    uint32_t removed = removed_of(row);
    deal.base = index_of(order, removed);
    deal.level = COUNT_BITS(removed);
    for (int rank = 0; rank < RANKS; rank++) {
        if (rank || deal.joined)
            deal.beside[rank] |= (uint16_t)(1 << (rank + 12) % RANKS);
        if (rank < 12 || deal.joined)
            deal.beside[rank] |= (uint16_t)(1 << (rank + 1) % RANKS);
        deal.beside[rank] |= 1 << WILD;
    }
    deal.beside[WILD] = (1 << RANKS) - 1;
    find_takeable(&deal);
    return deal;
}

enum { SUITS = 4, JOKERS = 4 };

/* What is wrong with a row, or NULL. */
static const char *fault_of(const Order *order, const uint8_t *row)
{
    uint8_t held[TOPS] = {0};
    for (int slot = 0; slot < SLOTS; slot++) {
        if (row[slot] >= RANKS)
            return "a rank in the tableau is not 0 to 12";
        held[row[slot]]++;
    }
    if (row[AT_TOP] > WILD)
        return "the top of the waste is not 0 to 13";
    if (row[AT_COUNT] > MOST_DRAWS)
        return "the stock has more than 28 cards";
    for (int i = 0; i < row[AT_COUNT]; i++) {
        if (row[AT_STOCK + i] > WILD)
            return "a rank in the stock is not 0 to 13";
        held[row[AT_STOCK + i]]++;
    }
    /* The sweeps have places for no more. */
    for (int rank = 0; rank < TOPS; rank++)
        if (held[rank] > (rank == WILD ? JOKERS : SUITS))
            return "a rank lies there more than four times";
    if (row[AT_DRAWN] > row[AT_COUNT])
        return "more cards are drawn than the stock has";
    if (index_of(order, removed_of(row)) < 0)
        return "the removed cards cannot have been removed";
    return NULL;
}

/* A deal as the sweeps with a lane for each rank read it. */
typedef struct {
    Lanes only[SLOTS];   /* all bits in the lane of the card's rank */
    Lanes others[SLOTS]; /* all bits in the other lanes */
    Lanes places[4];     /* for each lane the places in the stock that hold it, from 1 on */
    uint8_t after[NEVER + 1][LANES]; /* [d][lane]: the first place behind d that holds it */
    const Deal *deal;
    int wild; /* whether a joker or an empty waste may ever be on top */
} Solo;

/* Prepares a deal of which only the first `count` cards of the stock may be drawn. */
static void prepare(Solo *solo, const Deal *deal, int count)
{
    solo->deal = deal;
    solo->wild = deal->top == WILD || memchr(deal->stock, WILD, (size_t)count);
    for (int slot = 0; slot < SLOTS; slot++) {
        fill(&solo->only[slot], 0);
        fill(&solo->others[slot], 0xFF);
        LANE(solo->only[slot], deal->card[slot]) = 0xFF;
        LANE(solo->others[slot], deal->card[slot]) = 0;
    }
    for (int lane = 0; lane < LANES; lane++) {
        int found = 0;
        for (int i = 0; i < 4; i++)
            LANE(solo->places[i], lane) = 0;
        for (int place = 1; place <= count && found < 4; place++)
            if (deal->stock[place - 1] == lane)
                LANE(solo->places[found++], lane) = (uint8_t)place;
    }
    memset(solo->after, NEVER, sizeof solo->after);
    for (int drawn = count - 1; drawn >= 0; drawn--) {
        memcpy(solo->after[drawn], solo->after[drawn + 1], LANES);
        solo->after[drawn][deal->stock[drawn]] = (uint8_t)(drawn + 1);
    }
}

/* ---------------------------------------------------------------------- crowds: many deals at once */

/* The sweeps are made for 32 deals side by side, too, one in each lane. Ranks differ from deal to
 * deal, so what is on top is a card here: a number for each edge, a step from one ideal to the next
 * by one card. The work is then the same in every lane. */
enum {
    CROWD = 32,
    PLACES_OF_RANKS = 8, /* of the cards beside a rank at most eight lie in the stock */
    PLACES_OF_ALL = 12,  /* and four jokers */
    FAR = 64             /* behind every place of the stock */
};

/* ALL(x) = ... is one instruction for all lanes of a vector, and a loop without vectors. */
#ifdef TRIPEAKS_VECTORS
typedef uint8_t Deals __attribute__((vector_size(CROWD)));
#define DEAL(x, i) ((x)[i])
#define ALL(x) (x)
#define EACH_DEAL
#define BYTE(x) (x)
#else
typedef struct {
    uint8_t lane[CROWD];
} Deals;
#define DEAL(x, i) ((x).lane[i])
#define ALL(x) ((x).lane[i])
#define EACH_DEAL for (int i = 0; i < CROWD; i++)
#define BYTE(x) ((uint8_t)(x))
#endif

#ifdef TRIPEAKS_VECTORS
#define all_deals(value) ((Deals){0} + (uint8_t)(value))
#else
static Deals all_deals(uint8_t value)
{
    Deals x;
    memset(&x, value, sizeof x);
    return x;
}
#endif

#if defined(TRIPEAKS_VECTORS) && defined(__clang__)
INLINE void least_of_each(Deals *x, const Deals *y)
{
    *x = __builtin_elementwise_min(*x, *y);
}
INLINE void most_of_each(Deals *x, const Deals *y)
{
    *x = __builtin_elementwise_max(*x, *y);
}
#else /* GCC makes one instruction of these loops */
INLINE void least_of_each(Deals *x, const Deals *y)
{
    for (int i = 0; i < CROWD; i++)
        DEAL(*x, i) = DEAL(*x, i) < DEAL(*y, i) ? DEAL(*x, i) : DEAL(*y, i);
}
INLINE void most_of_each(Deals *x, const Deals *y)
{
    for (int i = 0; i < CROWD; i++)
        DEAL(*x, i) = DEAL(*x, i) > DEAL(*y, i) ? DEAL(*x, i) : DEAL(*y, i);
}
#endif

/* The ideals above a common base and the edges between them, numbered by where they begin. */
typedef struct {
    int base;              /* size of the base */
    int ideals;
    int edges;
    int widest;            /* the most edges between two levels */
    int ideal[LEVELS + 1]; /* where each level begins */
    int edge[LEVELS + 1];  /* the first edge that leaves each level */
    uint32_t *removed;
    int *leaving;          /* where the edges that leave each ideal begin */
    uint8_t *leaving_card;
    int *arriving;         /* where the edges that arrive at each ideal begin */
    uint8_t *arriving_card;
    uint16_t *arriving_edge; /* numbers within the level that they leave */
} Graph;

static void free_graph(Graph *graph)
{
    if (!graph)
        return;
    free(graph->removed);
    free(graph->leaving);
    free(graph->leaving_card);
    free(graph->arriving);
    free(graph->arriving_card);
    free(graph->arriving_edge);
    free(graph);
}

/* Adds an ideal and the edges at it; `first_edge` has room for a number for each ideal. */
static void add_ideal(Graph *graph, const Order *order, int ideal, uint32_t base, int *first_edge)
{
    int number = graph->ideals++, arrived = graph->arriving[number];
    int size = COUNT_BITS(order->removed[ideal]);
    graph->removed[number] = order->removed[ideal];
    for (int k = order->last_start[ideal]; k < order->last_start[ideal + 1]; k++) {
        int card = order->last[k].card, from = order->last[k].ideal;
        if (base >> card & 1)
            continue;
        int before = COUNT_BITS(order->free[from] & ((1u << card) - 1));
        graph->arriving_card[arrived] = (uint8_t)card;
        graph->arriving_edge[arrived++] =
            (uint16_t)(first_edge[from] + before - graph->edge[size - 1]);
    }
    first_edge[ideal] = graph->leaving[number] = graph->edges;
    for (uint32_t free = order->free[ideal]; free; free &= free - 1)
        graph->leaving_card[graph->edges++] = (uint8_t)LOWEST_BIT(free);
    graph->arriving[number + 1] = arrived;
    graph->leaving[number + 1] = graph->edges;
}

/* The part of an order above a base; NULL without memory. */
static Graph *new_graph(const Order *order, uint32_t base)
{
    size_t ideals = (size_t)order->ideals, steps = (size_t)order->steps + 1;
    Graph *graph = calloc(1, sizeof *graph);
    int *first_edge = malloc(ideals * sizeof *first_edge);
    if (!graph || !first_edge)
        goto failed;
    graph->base = COUNT_BITS(base);
    graph->removed = malloc(ideals * sizeof *graph->removed);
    graph->leaving = malloc((ideals + 1) * sizeof *graph->leaving);
    graph->arriving = malloc((ideals + 1) * sizeof *graph->arriving);
    graph->leaving_card = malloc(steps);
    graph->arriving_card = malloc(steps);
    graph->arriving_edge = malloc(steps * sizeof *graph->arriving_edge);
    if (!graph->removed || !graph->leaving || !graph->arriving || !graph->leaving_card
        || !graph->arriving_card || !graph->arriving_edge)
        goto failed;
    graph->arriving[0] = 0;
    for (int size = 0; size < LEVELS; size++) {
        graph->ideal[size] = graph->ideals;
        graph->edge[size] = graph->edges;
        for (int ideal = order->start[size]; ideal < order->start[size + 1]; ideal++)
            if (!(base & ~order->removed[ideal]))
                add_ideal(graph, order, ideal, base, first_edge);
        if (graph->edges - graph->edge[size] > graph->widest)
            graph->widest = graph->edges - graph->edge[size];
    }
    graph->ideal[LEVELS] = graph->ideals;
    graph->edge[LEVELS] = graph->edges;
    free(first_edge);
    return graph;
failed:
    free(first_edge);
    free_graph(graph);
    return NULL;
}

typedef struct {
    Deals apart[SLOTS][SLOTS];         /* all bits where two cards are not adjacent */
    Deals ahead[SLOTS][PLACES_OF_ALL]; /* minus the places of the stock beside a card, or -FAR */
    Deals full;                        /* 1 + the number of cards in the stock */
    Deal deal[CROWD];
    int level[CROWD]; /* the size each starts from, or LEVELS for a lane that has no deal */
    int ideal[CROWD]; /* where it starts in the graph */
    int wild;         /* whether a card may lie behind more places than its ranks have */
} Crowd;

static void join_crowd(Crowd *crowd, int lane, const Deal *deal)
{
    crowd->deal[lane] = *deal;
    DEAL(crowd->full, lane) = (uint8_t)(deal->count + 1);
    for (int slot = 0; slot < SLOTS; slot++) {
        int found = 0;
        uint32_t takeable = deal->takeable[deal->card[slot]];
        for (int other = 0; other < SLOTS; other++)
            DEAL(crowd->apart[slot][other], lane) = takeable >> other & 1 ? 0 : 0xFF;
        uint16_t beside = deal->beside[deal->card[slot]];
        for (int place = 1; place <= deal->count && found < PLACES_OF_ALL; place++)
            if (beside >> deal->stock[place - 1] & 1)
                DEAL(crowd->ahead[slot][found++], lane) = (uint8_t)-place;
        crowd->wild |= found > PLACES_OF_RANKS;
        while (found < PLACES_OF_ALL)
            DEAL(crowd->ahead[slot][found++], lane) = (uint8_t)-FAR;
    }
}

/* Fills a crowd with the deals of some rows; lanes left over hold the first one again. */
static void gather(Crowd *crowd, const Order *order, const Graph *graph, const uint8_t **row,
                   int count, int rules)
{
    crowd->wild = 0;
    for (int lane = 0; lane < CROWD; lane++) {
        Deal deal = read_row(order, row[lane < count ? lane : 0], rules);
        join_crowd(crowd, lane, &deal);
        crowd->level[lane] = lane < count ? deal.level : LEVELS;
        crowd->ideal[lane] = graph->ideal[deal.level];
        while (graph->removed[crowd->ideal[lane]] != order->removed[deal.base])
            crowd->ideal[lane]++;
    }
}

/* ---------------------------------------------------------------------------------------- memory */

typedef struct Workspace {
    struct Workspace *next;
    void *whole;
    Lanes *level[2];      /* 64 bytes an ideal of the widest level */
    unsigned char *table; /* 64 bytes an ideal */
    uint8_t *least;       /* for each ideal the fewest draws, or NEVER */
    uint16_t *nearby;     /* for each ideal the lanes from which a card can be taken */
    Crowd *crowd;
    Deals *edges[2]; /* of a crowd, for the edges between two levels; share the table's place */
} Workspace;

enum { LINE = 64, SETS_BYTES = 4 * LANES };

static unsigned char *aligned(unsigned char **free_part, size_t bytes)
{
    unsigned char *start = *free_part + (LINE - (uintptr_t)*free_part % LINE) % LINE;
    *free_part = start + bytes;
    return start;
}

static Workspace *new_workspace(const Order *order, const Graph *graph)
{
    size_t ideals = (size_t)order->ideals, level = (size_t)order->widest * SETS_BYTES;
    size_t edges = (size_t)graph->widest * sizeof(Deals), table = ideals * SETS_BYTES;
    if (table < 2 * edges)
        table = 2 * edges;
    size_t bytes = 2 * level + table + 3 * ideals + sizeof(Crowd) + 7 * LINE;
    Workspace *space = malloc(sizeof *space);
    unsigned char *free_part = space ? malloc(bytes) : NULL;
    if (!free_part) {
        free(space);
        return NULL;
    }
    space->whole = free_part;
    space->level[0] = (Lanes *)aligned(&free_part, level);
    space->level[1] = (Lanes *)aligned(&free_part, level);
    space->table = aligned(&free_part, table);
    space->nearby = (uint16_t *)aligned(&free_part, ideals * 2);
    space->least = aligned(&free_part, ideals);
    space->crowd = (Crowd *)aligned(&free_part, sizeof(Crowd));
    space->edges[0] = (Deals *)space->table;
    space->edges[1] = (Deals *)(space->table + edges);
    return space;
}

static void free_workspace(Workspace *space)
{
    if (space)
        free(space->whole);
    free(space);
}

/* ------------------------------------------------------------------- rise: the fewest draws, upward */

/* Settles an ideal: `reached` holds the fewest draws for each card that may have been taken last;
 * cards drawn here come to it. Writes what may be taken next into `above`, and the fewest draws of
 * all. */
INLINE void settle(const Lanes *reached, int joined, int wild, const Solo *solo, Lanes *above,
                   uint8_t *least)
{
    Lanes lower, upper, drawn, x = *reached, all = x;
    least_of_all(&all);
    *least = LANE(all, 0);
    memcpy(&drawn, solo->after[LANE(all, 0)], LANES);
    take_least(&x, &drawn);
    neighbours(&x, joined, &lower, &upper);
    take_least(&lower, &upper);
    if (wild) {
        SHUFFLE(upper, x, ALWAYS_WILD);
        take_least(&lower, &upper);
    }
    *above = lower;
}

/* The ideals of one run, all of the same degree. */
INLINE const Step *rise_run(const Step *step, int ideals, int degree, int joined, int wild,
                            const Solo *solo, const Lanes *below, Lanes *above, uint8_t *least)
{
    Lanes never;
    fill(&never, NEVER);
    for (int i = 0; i < ideals; i++) {
        Lanes x = never;
        for (int k = 0; k < degree; k++) {
            Lanes taken = *at_offset(below, step[k].ideal);
            put_out(&taken, at_offset(solo->others, step[k].card));
            take_least(&x, &taken);
        }
        step += degree;
        settle(&x, joined, wild, solo, above + i, least + i);
    }
    return step;
}

/* A degree known to the compiler lets it unroll the loop over the steps. */
#define EACH_DEGREE(run) \
    switch (degree) { \
    case 1: run(1); break; \
    case 2: run(2); break; \
    case 3: run(3); break; \
    case 4: run(4); break; \
    case 5: run(5); break; \
    case 6: run(6); break; \
    case 7: run(7); break; \
    case 8: run(8); break; \
    default: run(degree); break; \
    }

INLINE void rise_level(const Order *order, int size, int joined, int wild, const Solo *solo,
                       const Lanes *below, Lanes *above, uint8_t *least)
{
    const Step *step = order->up + order->up_step[size];
    for (int run = order->up_run[size]; run < order->up_run[size + 1]; run++) {
        int ideals = order->up_runs[run].ideals, degree = order->up_runs[run].degree;
#define RISE(n) step = rise_run(step, ideals, n, joined, wild, solo, below, above, least)
        EACH_DEGREE(RISE)
#undef RISE
        above += ideals;
        least += ideals;
    }
}

/* Rules known to the compiler make the shuffles constant. */
#define EACH_RULE(level) \
    if (solo->deal->joined && solo->wild) \
        level(1, 1); \
    else if (solo->deal->joined) \
        level(1, 0); \
    else if (solo->wild) \
        level(0, 1); \
    else \
        level(0, 0);

VERSIONS static void rise_to(const Order *order, int size, const Solo *solo, const Lanes *below,
                             Lanes *above, uint8_t *least)
{
#define RISE_LEVEL(joined, wild) \
    rise_level(order, size, joined, wild, solo, below, above, least)
    EACH_RULE(RISE_LEVEL)
#undef RISE_LEVEL
}

/* Fills space->least for all ideals from the start upward. */
static void rise(const Order *order, const Solo *solo, Workspace *space)
{
    const Deal *deal = solo->deal;
    int now = 0, first = order->start[deal->level], place = deal->base - first;
    Lanes x, *level = space->level[now];
    for (int i = 0; i < order->start[deal->level + 1] - first; i++)
        fill(level + i, NEVER);
    memset(space->least + first, NEVER, (size_t)(order->start[deal->level + 1] - first));
    fill(&x, NEVER);
    LANE(x, deal->top) = (uint8_t)deal->drawn;
    settle(&x, deal->joined, 1, solo, level + place, space->least + deal->base);
    for (int size = deal->level + 1; size < LEVELS; size++, now = !now)
        rise_to(order, size, solo, space->level[now], space->level[!now],
                space->least + order->start[size]);
}

/* ---------------------------------------------------------------------- fall: the most draws, downward */

/* x holds for each card that may be taken what is left after it, as 1 + the most draws; spreads it
 * to the ranks on top, and adds what drawing leaves. */
INLINE void spread(const Lanes *x, int joined, int wild, const Solo *solo, Lanes *below)
{
    Lanes lower, upper, drawn;
    neighbours(x, joined, &lower, &upper);
    take_most(&lower, &upper);
    if (wild) {
        upper = *x;
        most_of_all(&upper);
        LANE(lower, WILD) = LANE(upper, 0);
    }
    drawn = solo->places[0];
    keep_below(&drawn, &lower);
    for (int i = 1; i < 4; i++) {
        Lanes place = solo->places[i];
        keep_below(&place, &lower);
        take_most(&drawn, &place);
    }
    most_of_all(&drawn);
    take_most(&lower, &drawn);
    *below = lower;
}

INLINE const Step *fall_run(const Step *step, const uint16_t *ideal, int ideals, int degree,
                            int joined, int wild, const Solo *solo, const Lanes *above,
                            Lanes *below)
{
    for (int i = 0; i < ideals; i++) {
        Lanes x;
        fill(&x, 0);
        for (int k = 0; k < degree; k++) {
            Lanes left = *at_offset(above, step[k].ideal);
            keep_only(&left, at_offset(solo->only, step[k].card));
            take_most(&x, &left);
        }
        step += degree;
        spread(&x, joined, wild, solo, below + ideal[i]);
    }
    return step;
}

INLINE void fall_level(const Order *order, int size, int joined, int wild, const Solo *solo,
                       const Lanes *above, Lanes *below)
{
    const Step *step = order->down + order->down_step[size];
    const uint16_t *ideal = order->down_ideal + order->start[size];
    for (int run = order->down_run[size]; run < order->down_run[size + 1]; run++) {
        int ideals = order->down_runs[run].ideals, degree = order->down_runs[run].degree;
#define FALL(n) step = fall_run(step, ideal, ideals, n, joined, wild, solo, above, below)
        EACH_DEGREE(FALL)
#undef FALL
        ideal += ideals;
    }
}

VERSIONS static void fall_to(const Order *order, int size, const Solo *solo, const Lanes *above,
                             Lanes *below)
{
#define FALL_LEVEL(joined, wild) fall_level(order, size, joined, wild, solo, above, below)
    EACH_RULE(FALL_LEVEL)
#undef FALL_LEVEL
}

/* Fills `table` for all ideals of at most the goal's size down to `until`: 1 + the most cards drawn
 * with which the goal can still be reached, 0 for never. */
static void fall(const Order *order, const Solo *solo, int count, int goal, int until,
                 Lanes *table)
{
    int size = COUNT_BITS(order->removed[goal]);
    for (int i = order->start[size]; i < order->start[size + 1]; i++)
        fill(table + i, 0);
    fill(table + goal, (uint8_t)(count + 1));
    while (--size >= until)
        fall_to(order, size, solo, table + order->start[size + 1], table + order->start[size]);
}

/* ---------------------------------------------------------------------- the sweeps of a crowd */

/* One ideal: from the fewest draws on each edge that arrives to those on each that leaves. A card
 * is taken from a card beside it, or from the first card of the stock beside it that lies ahead. */
INLINE void rise_ideal(const Crowd *crowd, int arriving, const uint8_t *arriving_card,
                       const uint16_t *arriving_edge, int leaving, const uint8_t *leaving_card,
                       int places, const Deals *before, Deals *after)
{
    Deals in[SLOTS], least = all_deals(NEVER);
    size_t from[SLOTS];
    for (int k = 0; k < arriving; k++) {
        in[k] = before[arriving_edge[k]];
        from[k] = arriving_card[k];
        least_of_each(&least, &in[k]);
    }
    for (int edge = 0; edge < leaving; edge++) {
        const Deals *apart = crowd->apart[leaving_card[edge]];
        const Deals *ahead = crowd->ahead[leaving_card[edge]];
        Deals x, y;
        /* least - place wraps round where the place lies ahead, the nearest to the largest. */
        EACH_DEAL ALL(x) = BYTE(ALL(least) - FAR);
        for (int k = 0; k < places; k++) {
            EACH_DEAL ALL(y) = BYTE(ALL(least) + ALL(ahead[k]));
            most_of_each(&x, &y);
        }
        EACH_DEAL ALL(x) = BYTE(ALL(least) - ALL(x));
        for (int k = 0; k < arriving; k++) {
            EACH_DEAL ALL(y) = ALL(in[k]) | ALL(apart[from[k]]);
            least_of_each(&x, &y);
        }
        after[edge] = x;
    }
}

/* One ideal: from 1 + the most draws on each edge that leaves to those on each that arrives. What
 * lies beyond a card of the stock is reached with the draws up to it. */
INLINE void fall_ideal(const Crowd *crowd, int leaving, const uint8_t *leaving_card,
                       const Deals *after, int arriving, const uint8_t *arriving_card,
                       const uint16_t *arriving_edge, int places, Deals *before)
{
    Deals out[SLOTS], one = all_deals(1), drawn = all_deals(0), y;
    size_t to[SLOTS];
    for (int edge = 0; edge < leaving; edge++) {
        const Deals *ahead = crowd->ahead[leaving_card[edge]];
        Deals x;
        out[edge] = after[edge];
        to[edge] = leaving_card[edge];
        /* place - out wraps round where the place lies below, the nearest to the largest; below
         * all places lies -1, which a zero finds too. */
        EACH_DEAL ALL(x) = BYTE(255 - ALL(out[edge]));
        for (int k = 0; k < places; k++) {
            EACH_DEAL ALL(y) = BYTE(-(ALL(ahead[k]) + ALL(out[edge])));
            most_of_each(&x, &y);
        }
        EACH_DEAL ALL(x) = BYTE(ALL(x) + ALL(out[edge]) + 1);
        most_of_each(&drawn, &x);
    }
    most_of_each(&drawn, &one);
    EACH_DEAL ALL(drawn) = BYTE(ALL(drawn) - 1);
    for (int k = 0; k < arriving; k++) {
        const Deals *apart = crowd->apart[arriving_card[k]];
        Deals x = drawn;
        for (int edge = 0; edge < leaving; edge++) {
            EACH_DEAL ALL(y) = BYTE(ALL(out[edge]) & ~ALL(apart[to[edge]]));
            most_of_each(&x, &y);
        }
        before[arriving_edge[k]] = x;
    }
}

INLINE void rise_ideals(const Graph *graph, int size, int places, const Crowd *crowd,
                        const Deals *before, Deals *after)
{
    for (int ideal = graph->ideal[size]; ideal < graph->ideal[size + 1]; ideal++) {
        int first = graph->arriving[ideal], degree = graph->arriving[ideal + 1] - first;
        int leaving = graph->leaving[ideal], count = graph->leaving[ideal + 1] - leaving;
#define RISE(n) \
    rise_ideal(crowd, n, graph->arriving_card + first, graph->arriving_edge + first, count, \
               graph->leaving_card + leaving, places, before, after + leaving - graph->edge[size])
        EACH_DEGREE(RISE)
#undef RISE
    }
}

INLINE void fall_ideals(const Graph *graph, int size, int places, const Crowd *crowd,
                        const Deals *after, Deals *before)
{
    for (int ideal = graph->ideal[size]; ideal < graph->ideal[size + 1]; ideal++) {
        int first = graph->arriving[ideal], count = graph->arriving[ideal + 1] - first;
        int leaving = graph->leaving[ideal], degree = graph->leaving[ideal + 1] - leaving;
#define FALL(n) \
    fall_ideal(crowd, n, graph->leaving_card + leaving, after + leaving - graph->edge[size], \
               count, graph->arriving_card + first, graph->arriving_edge + first, places, before)
        EACH_DEGREE(FALL)
#undef FALL
    }
}

VERSIONS static void rise_crowd_from(const Graph *graph, int size, const Crowd *crowd,
                                     const Deals *before, Deals *after)
{
    if (crowd->wild)
        rise_ideals(graph, size, PLACES_OF_ALL, crowd, before, after);
    else
        rise_ideals(graph, size, PLACES_OF_RANKS, crowd, before, after);
}

VERSIONS static void fall_crowd_to(const Graph *graph, int size, const Crowd *crowd,
                                   const Deals *after, Deals *before)
{
    if (crowd->wild)
        fall_ideals(graph, size, PLACES_OF_ALL, crowd, after, before);
    else
        fall_ideals(graph, size, PLACES_OF_RANKS, crowd, after, before);
}

/* A deal starts from its own top, with the cards drawn so far. */
static void start_lane(const Graph *graph, const Crowd *crowd, int lane, Deals *after)
{
    const Deal *deal = &crowd->deal[lane];
    int ideal = crowd->ideal[lane], first = graph->edge[deal->level];
    for (int edge = graph->leaving[ideal]; edge < graph->leaving[ideal + 1]; edge++) {
        int card = graph->leaving_card[edge], draws = deal->drawn;
        if (!(deal->takeable[deal->top] >> card & 1)) {
            while (draws < deal->count && !(deal->takeable[deal->stock[draws]] >> card & 1))
                draws++;
            draws = draws < deal->count ? draws + 1 : FAR;
        }
        DEAL(after[edge - first], lane) = (uint8_t)draws;
    }
}

/* The fewest draws that clear each deal of a crowd, or NEVER. */
static void rise_crowd(const Graph *graph, const Crowd *crowd, Deals *space[2], uint8_t *fewest)
{
    int now = 0, last = graph->ideals - 1;
    for (int size = graph->base; size < SLOTS; size++, now = !now) {
        rise_crowd_from(graph, size, crowd, space[now], space[!now]);
        for (int lane = 0; lane < CROWD; lane++)
            if (crowd->level[lane] == size)
                start_lane(graph, crowd, lane, space[!now]);
    }
    for (int lane = 0; lane < CROWD; lane++) {
        int over = crowd->level[lane] == SLOTS;
        fewest[lane] = (uint8_t)(over ? crowd->deal[lane].drawn : NEVER);
        for (int k = graph->arriving[last]; k < graph->arriving[last + 1]; k++)
            if (DEAL(space[now][graph->arriving_edge[k]], lane) < fewest[lane])
                fewest[lane] = DEAL(space[now][graph->arriving_edge[k]], lane);
    }
}

/* The moves after which a deal can still be won, from what is left on each edge at its start. */
static uint32_t good_moves_of_lane(const Graph *graph, const Crowd *crowd, int lane,
                                   const Deals *after)
{
    const Deal *deal = &crowd->deal[lane];
    int ideal = crowd->ideal[lane], first = graph->edge[deal->level];
    uint32_t found = 0;
    for (int edge = graph->leaving[ideal]; edge < graph->leaving[ideal + 1]; edge++) {
        int card = graph->leaving_card[edge], most = DEAL(after[edge - first], lane) - 1;
        if (deal->takeable[deal->top] >> card & 1 && most >= deal->drawn)
            found |= 1u << card;
        for (int drawn = deal->drawn + 1; drawn <= most && drawn <= deal->count; drawn++)
            if (deal->takeable[deal->stock[drawn - 1]] >> card & 1)
                found |= 1u << SLOTS;
    }
    return found;
}

static void fall_crowd(const Graph *graph, const Crowd *crowd, Deals *space[2], uint32_t *moves)
{
    int now = 0;
    for (int edge = graph->edge[SLOTS - 1]; edge < graph->edge[SLOTS]; edge++)
        space[now][edge - graph->edge[SLOTS - 1]] = crowd->full;
    for (int size = SLOTS; size >= graph->base; size--) {
        for (int lane = 0; lane < CROWD; lane++)
            if (crowd->level[lane] == size)
                moves[lane] = size == SLOTS
                                  ? 0
                                  : good_moves_of_lane(graph, crowd, lane, space[now]);
        if (size < SLOTS && size > graph->base) {
            fall_crowd_to(graph, size, crowd, space[now], space[!now]);
            now = !now;
        }
    }
}

/* ------------------------------------------------------------------------- draws only when stuck */

typedef struct {
    uint32_t lane[LANES];
} Sets;

/* A deal as the sweeps of this part read it. */
typedef struct {
    Deal deal;
    uint32_t places[LANES];      /* bit k: the k-th card of the stock has this rank */
    uint32_t stuck_low[1 << 7];  /* for the lanes from which a card can be taken, lower seven */
    uint32_t stuck_high[1 << 7]; /* and upper seven: the places of the ranks that are stuck */
    uint32_t all_but_last;       /* numbers of cards drawn after which one is left */
} Stuck;

static void prepare_stuck(Stuck *stuck, const Deal *deal, int count)
{
    memset(stuck, 0, sizeof *stuck);
    stuck->deal = *deal;
    stuck->deal.count = count;
    stuck->all_but_last = (1u << count) - 1;
    for (int place = 1; place <= count; place++)
        stuck->places[deal->stock[place - 1]] |= 1u << place;
    for (int nearby = 0; nearby < 1 << 7; nearby++)
        for (int i = 0; i < 7; i++)
            if (!(nearby >> i & 1)) {
                stuck->stuck_low[nearby] |= stuck->places[i];
                stuck->stuck_high[nearby] |= stuck->places[i + 7];
            }
}

/* For each ideal the lanes from which a card can be taken. */
static void find_nearby(const Order *order, const Deal *deal, uint16_t *nearby)
{
    uint16_t beside[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++)
        beside[slot] = deal->beside[deal->card[slot]];
    const Next *next = order->next;
    for (int ideal = 0; ideal < order->ideals; ideal++) {
        uint16_t found = 0;
        for (const Next *end = order->next + order->next_start[ideal + 1]; next < end; next++)
            found |= beside[next->card];
        nearby[ideal] = found;
    }
}

INLINE uint32_t stuck_places(const Stuck *stuck, uint16_t nearby)
{
    return stuck->stuck_low[nearby & 0x7F] | stuck->stuck_high[nearby >> 7];
}

/* In the lane of each rank the union of the lanes adjacent to it. */
INLINE void unite_neighbours(const Sets *x, int joined, Sets *united)
{
    uint32_t beyond_king = joined ? x->lane[0] : 0, beyond_ace = joined ? x->lane[12] : 0;
    for (int lane = 1; lane < 12; lane++)
        united->lane[lane] = x->lane[lane - 1] | x->lane[lane + 1];
    united->lane[0] = beyond_ace | x->lane[1];
    united->lane[12] = beyond_king | x->lane[11];
}

/* Adds to an ideal what draws add to it: they begin on stuck tops and go on while the drawn card
 * is stuck too. Adding lets a carry run through each row of stuck places. */
static void settle_stuck(const Stuck *stuck, uint16_t nearby, Sets *x)
{
    uint32_t reached = 0;
    for (int lane = 0; lane < TOPS; lane++)
        reached |= nearby >> lane & 1 ? 0 : x->lane[lane];
    uint32_t drawn = (reached & stuck->all_but_last) << 1;
    uint32_t row = stuck_places(stuck, nearby) & stuck->all_but_last;
    drawn |= (row + (drawn & row)) ^ row;
    for (int lane = 0; lane < TOPS; lane++)
        x->lane[lane] |= drawn & stuck->places[lane];
}

/* Fills space->least with the fewest draws that reach it, or NEVER. */
static void rise_stuck(const Order *order, const Stuck *stuck, Workspace *space)
{
    const Deal *deal = &stuck->deal;
    Sets *united[2] = {(Sets *)space->level[0], (Sets *)space->level[1]};
    int now = 0;
    memset(space->least, NEVER, (size_t)order->ideals);
    find_nearby(order, deal, space->nearby);
    for (int size = deal->level; size <= SLOTS; size++, now = !now)
        for (int ideal = order->start[size]; ideal < order->start[size + 1]; ideal++) {
            Sets x = {{0}};
            if (ideal == deal->base)
                x.lane[deal->top] = 1u << deal->drawn;
            else if (size > deal->level)
                for (int k = order->last_start[ideal]; k < order->last_start[ideal + 1]; k++) {
                    int rank = deal->card[order->last[k].card];
                    const Sets *from = united[!now] + order->last[k].ideal - order->start[size - 1];
                    x.lane[rank] |= from->lane[rank] | from->lane[WILD];
                }
            settle_stuck(stuck, space->nearby[ideal], &x);
            uint32_t all = 0;
            for (int lane = 0; lane < TOPS; lane++)
                all |= x.lane[lane];
            if (all)
                space->least[ideal] = (uint8_t)LOWEST_BIT(all);
            Sets *to = united[now] + ideal - order->start[size];
            unite_neighbours(&x, deal->joined, to);
            to->lane[WILD] = x.lane[WILD];
        }
}

/* Fills `table` for all ideals of at most the goal's size down to `until`: the numbers of cards
 * drawn with which the goal can be reached. */
static void fall_stuck(const Order *order, const Stuck *stuck, int goal, int until, Sets *table)
{
    const Deal *deal = &stuck->deal;
    int top_level = COUNT_BITS(order->removed[goal]);
    for (int size = top_level; size >= until; size--)
        for (int ideal = order->start[size]; ideal < order->start[size + 1]; ideal++) {
            Sets x = {{0}}, *below = table + ideal;
            uint32_t wild = 0;
            uint16_t nearby = 0;
            *below = x;
            for (int lane = 0; ideal == goal && lane < TOPS; lane++)
                below->lane[lane] = stuck->all_but_last << 1 | 1;
            if (size == top_level)
                continue;
            for (int k = order->next_start[ideal]; k < order->next_start[ideal + 1]; k++) {
                int rank = deal->card[order->next[k].card];
                uint32_t left = table[order->next[k].ideal].lane[rank];
                x.lane[rank] |= left;
                wild |= left;
                nearby |= deal->beside[rank];
            }
            unite_neighbours(&x, deal->joined, below);
            below->lane[WILD] = wild;
            uint32_t good = 0, row = stuck_places(stuck, nearby);
            for (int lane = 0; lane < TOPS; lane++)
                good |= below->lane[lane] & stuck->places[lane];
            for (int far = 1; far < 32; far *= 2) {
                good |= row & good >> far;
                row &= row >> far;
            }
            for (int lane = 0; lane < TOPS; lane++)
                if (!(nearby >> lane & 1))
                    below->lane[lane] |= good >> 1 & stuck->all_but_last;
        }
}

/* ------------------------------------------------------------------------------------------ lines */

/* What a table of `fall` or `fall_stuck` says of a position. */
typedef struct {
    const Order *order;
    const Deal *deal;
    const unsigned char *table;
} Falls;

static int still_reached(const Falls *falls, int ideal, int top, int drawn)
{
    if (falls->deal->stuck)
        return ((const Sets *)falls->table)[ideal].lane[top] >> drawn & 1;
    return falls->table[(size_t)ideal * LANES + (size_t)top] > drawn;
}

static int can_draw(const Falls *falls, int ideal, int top)
{
    const Order *order = falls->order;
    if (falls->deal->stuck)
        for (int k = order->next_start[ideal]; k < order->next_start[ideal + 1]; k++)
            if (falls->deal->beside[top] >> falls->deal->card[order->next[k].card] & 1)
                return 0;
    return ideal != order->ideals - 1;
}

/* The moves after which the goal can still be reached, as a mask over their indices. */
static uint32_t good_moves(const Falls *falls, int ideal, int top, int drawn)
{
    const Order *order = falls->order;
    const Deal *deal = falls->deal;
    uint32_t found = 0;
    for (int k = order->next_start[ideal]; k < order->next_start[ideal + 1]; k++) {
        const Next *next = order->next + k;
        int rank = deal->card[next->card];
        if (deal->beside[top] >> rank & 1 && still_reached(falls, next->ideal, rank, drawn))
            found |= 1u << next->card;
    }
    if (drawn < deal->count && can_draw(falls, ideal, top)
        && still_reached(falls, ideal, deal->stock[drawn], drawn + 1))
        found |= 1u << SLOTS;
    return found;
}

/* The natural move: a take before a draw; of the takes the one that uncovers most, which leaves
 * most cards free, then the lowest slot. */
static const Next *natural_take(const Order *order, int ideal, uint32_t moves)
{
    const Next *best = NULL;
    int most = -1;
    for (int k = order->next_start[ideal]; k < order->next_start[ideal + 1]; k++) {
        const Next *next = order->next + k;
        int free = order->next_start[next->ideal + 1] - order->next_start[next->ideal];
        if (moves >> next->card & 1 && free > most) {
            most = free;
            best = next;
        }
    }
    return best;
}

enum { MOST_MOVES = SLOTS + MOST_DRAWS };

/* Walks from the deal's start to the goal; returns the number of moves, or -1. */
static int walk(const Falls *falls, int goal, uint8_t *moves)
{
    const Deal *deal = falls->deal;
    int ideal = deal->base, top = deal->top, drawn = deal->drawn, count = 0;
    while (ideal != goal) {
        uint32_t good = good_moves(falls, ideal, top, drawn);
        const Next *take = natural_take(falls->order, ideal, good);
        if (take) {
            ideal = take->ideal;
            top = deal->card[take->card];
            moves[count++] = (uint8_t)take->card;
        } else if (good) {
            top = deal->stock[drawn++];
            moves[count++] = SLOTS;
        } else
            return -1;
    }
    return count;
}

/* Fills the table of a deal of which only `count` stock cards may be drawn. */
static Falls fall_of(const Order *order, Deal *deal, int count, int goal, int until,
                     Workspace *space)
{
    deal->count = count;
    if (deal->stuck) {
        Stuck stuck;
        prepare_stuck(&stuck, deal, count);
        fall_stuck(order, &stuck, goal, until, (Sets *)space->table);
    } else {
        Solo solo;
        prepare(&solo, deal, count);
        solo.wild = 1; /* a table is right for every top, whether or not it can come up */
        fall(order, &solo, count, goal, until, (Lanes *)space->table);
    }
    return (Falls){order, deal, space->table};
}

/* Fills space->least of a deal; says how many draws clear it, or NEVER. */
static int rise_of(const Order *order, const Deal *deal, Workspace *space)
{
    if (deal->stuck) {
        Stuck stuck;
        prepare_stuck(&stuck, deal, deal->count);
        rise_stuck(order, &stuck, space);
    } else {
        Solo solo;
        prepare(&solo, deal, deal->count);
        rise(order, &solo, space);
    }
    return space->least[order->ideals - 1];
}

/* ---------------------------------------------------------------------------------------- dealing */

/* SplitMix64 (Steele, Lea and Flood 2014), of which the upper 32 bits are used. */
static uint32_t next_word(uint64_t *state)
{
    uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((mixed ^ mixed >> 31) >> 32);
}

/* A number below the bound without bias (Lemire 2019). */
static uint32_t below(uint32_t bound, uint64_t *state)
{
    uint32_t threshold = (0u - bound) % bound;
    for (;;) {
        uint64_t product = (uint64_t)next_word(state) * bound;
        if ((uint32_t)product >= threshold)
            return (uint32_t)(product >> 32);
    }
}

enum { PACK = 52 };

/* The deal algorithm of the game codes, for ranks. */
static void deal_row(uint64_t number, const uint8_t *deck, int jokers, int empty_waste,
                     uint8_t *row)
{
    uint8_t card[PACK], *stock = row + AT_STOCK;
    uint64_t state = number;
    memcpy(card, deck, PACK);
    memset(row, 0, ROW);
    for (uint32_t last = PACK - 1; last > 0; last--) {
        uint32_t other = below(last + 1, &state);
        uint8_t held = card[last];
        card[last] = card[other];
        card[other] = held;
    }
    uint32_t opened = empty_waste ? 0 : 1, count = PACK - SLOTS - opened;
    memcpy(row, card, SLOTS);
    row[AT_TOP] = opened ? card[SLOTS] : WILD;
    memcpy(stock, card + SLOTS + opened, count);
    for (int i = 0; i < jokers; i++) {
        uint32_t place = below(count + 1, &state);
        memmove(stock + place + 1, stock + place, count - place);
        stock[place] = WILD;
        count++;
    }
    row[AT_COUNT] = (uint8_t)count;
}

/* --------------------------------------------------------------------------------------- play-outs */

/* Xorshift (Marsaglia 2003). */
static uint32_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 32);
}

/* A state of the generator that differs from seed to seed and is never zero. */
static uint64_t random_state(uint64_t seed)
{
    uint64_t state = seed * 2 + 1;
    for (int i = 0; i < 3; i++)
        next_word(&state);
    return state | 1;
}

/* A player who sees no further than the next take: what a card weighs by what it uncovers, by
 * whether it can be gone on from, and by chance. Draws only without a take. */
typedef struct {
    int uncovered;
    int going_on;
    uint32_t chance;     /* a mask of random bits */
    uint32_t seen_under; /* all bits where it goes on from a card that is only now uncovered, too */
} Policy;

static const Policy CASUAL = {32, 0, 31, 0};      /* what uncovers most, random among equals */
static const Policy LOOKING_ON = {32, 16, 31, 0}; /* and of those what can be gone on from */
static const Policy TRYING = {8, 8, 31, ~0u};     /* wins most deals that can be won in a few games */

/* What lies uncovered after one more take. */
INLINE uint32_t free_after(const Order *order, uint32_t removed, uint32_t free, int card)
{
    free ^= 1u << card;
    for (int i = 0; i < order->covers_count[card]; i++) {
        int under = order->covers[card][i];
        if (!(order->covered_by[under] & ~removed))
            free |= 1u << under;
    }
    return free;
}

INLINE int choose_take(const Order *order, const Deal *deal, const Policy *policy,
                       uint32_t removed, uint32_t free, uint32_t playable, uint64_t *state)
{
    int best = -1, chosen = LOWEST_BIT(playable);
    if (!(playable & (playable - 1)))
        return chosen;
    uint32_t random = next_random(state);
    for (; playable; playable &= playable - 1) {
        int card = LOWEST_BIT(playable);
        uint32_t after = free_after(order, removed | 1u << card, free, card);
        uint32_t next = after & (free | policy->seen_under) & deal->takeable[deal->card[card]];
        int weight = policy->uncovered * COUNT_BITS(after & ~free)
                     + (next ? policy->going_on : 0) + (int)(random & policy->chance);
        random = random >> 5 | random << 27;
        if (weight > best) {
            best = weight;
            chosen = card;
        }
    }
    return chosen;
}

/* Where a game stands. */
typedef struct {
    uint32_t removed;
    uint32_t free;
    int top;
    int drawn;
} Position;

INLINE void take(const Order *order, const Deal *deal, Position *at, int card)
{
    at->removed |= 1u << card;
    at->free = free_after(order, at->removed, at->free, card);
    at->top = deal->card[card];
}

/* Plays a game to its end; says whether it is won. */
INLINE int play_out(const Order *order, const Deal *deal, const Policy *policy, Position at,
                    uint64_t *state)
{
    while (at.removed != ALL_SLOTS) {
        uint32_t playable = at.free & deal->takeable[at.top];
        if (playable)
            take(order, deal, &at,
                 choose_take(order, deal, policy, at.removed, at.free, playable, state));
        else if (at.drawn < deal->count)
            at.top = deal->stock[at.drawn++];
        else
            return 0;
    }
    return 1;
}

static Position start_of(const Order *order, const Deal *deal)
{
    return (Position){order->removed[deal->base], order->free[deal->base], deal->top, deal->drawn};
}

static uint32_t count_wins(const Order *order, const Deal *deal, const Policy *policy, int games,
                           uint64_t *state)
{
    uint32_t won = 0;
    for (int i = 0; i < games; i++)
        won += (uint32_t)play_out(order, deal, policy, start_of(order, deal), state);
    return won;
}

/* Games before a sweep, which takes as long as hundreds of them where it draws only when stuck. */
enum { TRIES = 8, TRIES_WHEN_STUCK = 200 };

/* Most deals that can be won at all are won by one of a few games, in far less time than a sweep. */
static int quick_win(const Order *order, const Deal *deal)
{
    uint64_t state = random_state(0);
    for (int i = 0; i < (deal->stuck ? TRIES_WHEN_STUCK : TRIES); i++)
        if (play_out(order, deal, &TRYING, start_of(order, deal), &state))
            return 1;
    return 0;
}

/* ----------------------------------------------------------------------- scores that pay by chain */

/* How a scheme counts, as in scoring.Scheme. */
typedef struct {
    int take;
    int step;
    int draw;
    int peaks[4]; /* points of the first 0, 1, 2, 3 cleared peaks together */
} Points;

/* The best sums for one (ideal, rank on top), by the size at which the chain began: what the
 * chains before it earned, in units. */
typedef struct {
    int16_t lane[CHAIN_LANES];
} Chain;

/* The open chains of one level. */
typedef struct {
    uint16_t *tops;   /* for each ideal the ranks on top that have an entry */
    uint16_t *place;  /* [ideal][lane]: which entry */
    uint16_t *ideals; /* those that have any */
    int count;
    int entries;
    Chain *entry;
} Level;

/* Sweeps once for each card drawn, from level to level, over the open chains only. The points of
 * peaks and draws depend on the ideal and the number of cards drawn, not on the way. What cannot
 * beat the best score found so far, by a bound, is left out. */
typedef struct {
    const Order *order;
    const Deal *deal;
    Points points;
    int unit;                          /* what the points of a chain are counted in */
    int16_t worth[LEVELS][CHAIN_LANES]; /* [size][begin] of a chain */
    int chain[LEVELS];                 /* points of a chain by its length */
    int more[MOST_DRAWS + 1][LEVELS][LEVELS]; /* see find_more */
    int16_t *closed;    /* [drawn][ideal]: best sum of the finished chains, or UNREACHED */
    uint16_t *reached;  /* [level]: the ideals in which a card was drawn */
    int reached_count[LEVELS];
    uint8_t *is_reached;
    const uint16_t *nearby;
    const Lanes *longest;         /* for each ideal and top the longest chain */
    const uint8_t *longest_later; /* for each ideal the longest chain from it or any above it */
    Level level[2];
    uint16_t *seen; /* for each ideal the tops a search has seen */
    int best;
    int best_drawn;
    int best_ideal;
} Chains;

static int16_t *closed_at(const Chains *chains, int drawn)
{
    return chains->closed + (size_t)drawn * (size_t)chains->order->ideals;
}

static int score_of(const Chains *chains, int sum, int drawn, int ideal)
{
    const Deal *deal = chains->deal;
    const uint8_t *peaks = chains->order->peaks;
    return sum * chains->unit + chains->points.draw * (drawn - deal->drawn)
           + chains->points.peaks[peaks[ideal]] - chains->points.peaks[peaks[deal->base]];
}

static void free_chains(Chains *chains)
{
    if (!chains)
        return;
    for (int i = 0; i < 2; i++) {
        free(chains->level[i].tops);
        free(chains->level[i].place);
        free(chains->level[i].ideals);
        free(chains->level[i].entry);
    }
    free(chains->closed);
    free(chains->reached);
    free(chains->is_reached);
    free(chains->seen);
    free(chains);
}

static int greatest_divisor(int a, int b)
{
    return b ? greatest_divisor(b, a % b) : a;
}

/* more[draws][longest][cards]: the most points that so many cards can earn in so many more chains
 * of at most the longest length, each behind a draw. As a chain earns the more the longer it is,
 * whole ones come first. */
static void find_more(Chains *chains)
{
    for (int draws = 1; draws <= MOST_DRAWS; draws++)
        for (int longest = 0; longest < LEVELS; longest++)
            for (int cards = 0; cards < LEVELS; cards++) {
                int length = cards < longest ? cards : longest;
                int with = chains->points.draw + chains->chain[length]
                           + chains->more[draws - 1][longest][cards - length];
                chains->more[draws][longest][cards] = with > 0 ? with : 0;
            }
}

static Chains *new_chains(const Order *order, const Points *points)
{
    Chains *chains = calloc(1, sizeof *chains);
    size_t ideals = (size_t)order->ideals, widest = (size_t)order->widest;
    int complete = chains != NULL;
    if (!complete)
        return NULL;
    chains->order = order;
    chains->points = *points;
    chains->unit = greatest_divisor(points->take, points->step);
    for (int i = 0; i < 2; i++) {
        Level *level = &chains->level[i];
        level->tops = calloc(widest, sizeof *level->tops);
        level->place = calloc(widest * LANES, sizeof *level->place);
        level->ideals = calloc(widest, sizeof *level->ideals);
        level->entry = malloc(widest * TOPS * sizeof *level->entry);
        complete = complete && level->tops && level->place && level->ideals && level->entry;
    }
    chains->closed = malloc((MOST_DRAWS + 1) * ideals * sizeof *chains->closed);
    chains->reached = calloc(ideals, sizeof *chains->reached);
    chains->is_reached = calloc(ideals, 1);
    chains->seen = calloc(ideals, sizeof *chains->seen);
    if (!complete || !chains->closed || !chains->reached || !chains->is_reached
        || !chains->seen) {
        free_chains(chains);
        return NULL;
    }
    for (int length = 0; length < LEVELS; length++)
        chains->chain[length] = points->take * length + points->step * length * (length - 1) / 2;
    for (int size = 0; size < LEVELS; size++)
        for (int begin = 0; begin < CHAIN_LANES; begin++)
            chains->worth[size][begin] =
                (int16_t)(size < begin ? 0 : chains->chain[size - begin] / chains->unit);
    find_more(chains);
    return chains;
}

/* The longest chains, downward. */
INLINE void find_longest_by(const Order *order, const Solo *solo, int joined, Lanes *longest,
                            uint8_t *later)
{
    for (int ideal = order->ideals - 1; ideal >= solo->deal->base; ideal--) {
        Lanes x, lower, upper;
        fill(&x, 0);
        later[ideal] = 0;
        for (int k = order->next_start[ideal]; k < order->next_start[ideal + 1]; k++) {
            const Next *next = order->next + k;
            Lanes longer = longest[next->ideal];
            add_one(&longer);
            keep_only(&longer, &solo->only[next->card]);
            take_most(&x, &longer);
            if (later[next->ideal] > later[ideal])
                later[ideal] = later[next->ideal];
        }
        neighbours(&x, joined, &lower, &upper);
        take_most(&lower, &upper);
        most_of_all(&x);
        LANE(lower, WILD) = LANE(x, 0);
        longest[ideal] = lower;
        if (LANE(x, 0) > later[ideal])
            later[ideal] = LANE(x, 0);
    }
}

VERSIONS static void find_longest(const Order *order, const Solo *solo, Lanes *longest,
                                  uint8_t *later)
{
    if (solo->deal->joined)
        find_longest_by(order, solo, 1, longest, later);
    else
        find_longest_by(order, solo, 0, longest, later);
}

/* The entry of an ideal of a level, made where it is missing. */
INLINE Chain *entry_of(Level *level, int place, int lane, int *is_new)
{
    if (!level->tops[place])
        level->ideals[level->count++] = (uint16_t)place;
    *is_new = !(level->tops[place] >> lane & 1);
    if (*is_new) {
        level->tops[place] |= (uint16_t)(1 << lane);
        level->place[place * LANES + lane] = (uint16_t)level->entries++;
    }
    return level->entry + level->place[place * LANES + lane];
}

INLINE void raise_chain(Chain *x, const Chain *y)
{
    for (int i = 0; i < CHAIN_LANES; i++)
        x->lane[i] = x->lane[i] > y->lane[i] ? x->lane[i] : y->lane[i];
}

INLINE void raise_closed(Chains *chains, int drawn, int size, int ideal, int16_t sum)
{
    int16_t *closed = closed_at(chains, drawn) + ideal;
    if (!chains->is_reached[ideal]) {
        int place = chains->order->start[size] + chains->reached_count[size]++;
        chains->is_reached[ideal] = 1;
        chains->reached[place] = (uint16_t)ideal;
    }
    if (*closed < sum)
        *closed = sum;
}

/* Whether a bound on all that can follow lets an ideal beat the best score: the longest chain from
 * the card on top, then as many of the longest later chains as there are cards to draw. */
INLINE int may_be_best(const Chains *chains, int drawn, int size, int ideal, int lane, int sum)
{
    const Points *points = &chains->points;
    int cards = SLOTS - size, later = chains->longest_later[ideal];
    int first = LANE(chains->longest[ideal], lane), whole = cards < later ? cards : later;
    const int *more = chains->more[chains->deal->count - drawn][later];
    int bound = chains->chain[first] + more[cards];
    int other = chains->chain[whole] + more[cards - whole];
    return score_of(chains, sum, drawn, ideal) + points->peaks[3]
               - points->peaks[chains->order->peaks[ideal]] + (bound < other ? bound : other)
           > chains->best;
}

/* Opens a chain in each ideal of this size in which the last card was drawn. */
INLINE void open_chains(Chains *chains, int drawn, int size, Level *level)
{
    const Deal *deal = chains->deal;
    int first = chains->order->start[size], is_new;
    int lane = drawn == deal->drawn ? deal->top : deal->stock[drawn - 1];
    const int16_t *closed = closed_at(chains, drawn);
    for (int i = 0; i < chains->reached_count[size]; i++) {
        int ideal = chains->reached[first + i], begins = chains->nearby[ideal] >> lane & 1;
        if (closed[ideal] < 0 || !may_be_best(chains, drawn, size, ideal, lane, closed[ideal]))
            continue;
        if (begins) {
            Chain *chain = entry_of(level, ideal - first, lane, &is_new);
            if (is_new)
                for (int k = 0; k < CHAIN_LANES; k++)
                    chain->lane[k] = NO_CHAIN;
            if (chain->lane[size] < closed[ideal])
                chain->lane[size] = closed[ideal];
        }
        if (drawn < deal->count && !(deal->stuck && begins))
            raise_closed(chains, drawn + 1, size, ideal, closed[ideal]);
    }
}

/* The best sum of the open chains of an ideal, all counted to its size. */
INLINE int16_t best_sum(const Level *level, int place, uint16_t tops, const int16_t *worth)
{
    Chain all = level->entry[level->place[place * LANES + LOWEST_BIT(tops)]];
    int16_t best = NO_CHAIN;
    while ((tops &= (uint16_t)(tops - 1)) != 0)
        raise_chain(&all, level->entry + level->place[place * LANES + LOWEST_BIT(tops)]);
    for (int k = 0; k < CHAIN_LANES; k++) {
        int16_t sum = (int16_t)(all.lane[k] + worth[k]);
        best = best > sum ? best : sum;
    }
    return best;
}

/* Lengthens the open chains of an ideal by each card that can be taken. */
INLINE void lengthen(const Chains *chains, const Level *level, int size, int ideal, uint16_t tops,
                     Level *longer)
{
    const Order *order = chains->order;
    const Deal *deal = chains->deal;
    int place = ideal - order->start[size], is_new;
    uint32_t takeable = 0;
    for (uint16_t rest = tops; rest; rest &= (uint16_t)(rest - 1))
        takeable |= deal->takeable[LOWEST_BIT(rest)];
    for (uint32_t cards = takeable & order->free[ideal]; cards; cards &= cards - 1) {
        int card = LOWEST_BIT(cards), rank = deal->card[card];
        int before = COUNT_BITS(order->free[ideal] & ((1u << card) - 1));
        int to = order->next[order->next_start[ideal] + before].ideal - order->start[size + 1];
        uint16_t from = tops & deal->beside[rank];
        Chain *chain = entry_of(longer, to, rank, &is_new);
        if (is_new) {
            *chain = level->entry[level->place[place * LANES + LOWEST_BIT(from)]];
            from &= (uint16_t)(from - 1);
        }
        for (; from; from &= (uint16_t)(from - 1))
            raise_chain(chain, level->entry + level->place[place * LANES + LOWEST_BIT(from)]);
    }
}

/* Counts the open chains of a level, closes them by a draw, and lengthens them. */
INLINE void leave_level(Chains *chains, int drawn, int size, Level *level, Level *longer)
{
    const Deal *deal = chains->deal;
    for (int i = 0; i < level->count; i++) {
        int place = level->ideals[i], ideal = chains->order->start[size] + place;
        uint16_t tops = level->tops[place], stuck = tops & (uint16_t)~chains->nearby[ideal];
        level->tops[place] = 0;
        int16_t sum = best_sum(level, place, tops, chains->worth[size]);
        int score = score_of(chains, sum, drawn, ideal);
        if (score > chains->best) {
            chains->best = score;
            chains->best_drawn = drawn;
            chains->best_ideal = ideal;
        }
        if (deal->stuck && stuck != tops)
            sum = stuck ? best_sum(level, place, stuck, chains->worth[size]) : NO_CHAIN;
        if (drawn < deal->count && sum >= 0)
            raise_closed(chains, drawn + 1, size, ideal, sum);
        lengthen(chains, level, size, ideal, tops, longer);
    }
    level->count = level->entries = 0;
}

VERSIONS static void sweep_chains(Chains *chains, int drawn)
{
    for (int size = chains->deal->level; size < LEVELS; size++) {
        Level *level = &chains->level[size % 2];
        open_chains(chains, drawn, size, level);
        leave_level(chains, drawn, size, level, &chains->level[(size + 1) % 2]);
    }
}

/* Finds the best score of a deal: chains->best, where it is reached, and all closed sums. */
static void find_best_chains(Chains *chains, const Deal *deal, Workspace *space)
{
    const Order *order = chains->order;
    Solo solo;
    prepare(&solo, deal, deal->count);
    find_longest(order, &solo, (Lanes *)space->table, space->least);
    find_nearby(order, deal, space->nearby);
    chains->deal = deal;
    chains->nearby = space->nearby;
    chains->longest = (const Lanes *)space->table;
    chains->longest_later = space->least;
    memset(chains->is_reached, 0, (size_t)order->ideals);
    memset(chains->reached_count, 0, sizeof chains->reached_count);
    for (int drawn = deal->drawn; drawn <= deal->count; drawn++)
        memset(closed_at(chains, drawn), 0xFF, (size_t)order->ideals * sizeof *chains->closed);
    chains->best = 0;
    chains->best_drawn = deal->drawn;
    chains->best_ideal = deal->base;
    raise_closed(chains, deal->drawn, deal->level, deal->base, 0);
    for (int drawn = deal->drawn; drawn <= deal->count; drawn++)
        sweep_chains(chains, drawn);
}

/* Searches backward for the beginning of the chain that ends in (ideal, top) with this sum: tries
 * each card that can have been taken last. Writes the takes from the end of `moves` and returns
 * the ideal of the beginning, or -1. */
static int find_chain(Chains *chains, int drawn, int sum, int end, int ideal, int top,
                      uint8_t **moves)
{
    const Order *order = chains->order;
    const Deal *deal = chains->deal;
    int begin_top = drawn == deal->drawn ? deal->top : deal->stock[drawn - 1];
    int size = COUNT_BITS(order->removed[ideal]);
    if (chains->seen[ideal] >> top & 1)
        return -1;
    chains->seen[ideal] |= (uint16_t)(1 << top);
    int before = closed_at(chains, drawn)[ideal];
    if (top == begin_top && before >= 0
        && before + chains->worth[COUNT_BITS(order->removed[end])][size] == sum)
        return ideal;
    for (int k = order->last_start[ideal]; k < order->last_start[ideal + 1]; k++) {
        const Next *last = order->last + k;
        if (deal->card[last->card] != top)
            continue;
        for (uint16_t tops = deal->beside[top]; tops; tops &= (uint16_t)(tops - 1)) {
            int begin = find_chain(chains, drawn, sum, end, last->ideal, LOWEST_BIT(tops), moves);
            if (begin >= 0) {
                *(*moves)++ = (uint8_t)last->card;
                return begin;
            }
        }
    }
    return -1;
}

/* Writes the best line, after find_best_chains; returns the number of moves. */
static int trace_chains(Chains *chains, uint8_t *moves)
{
    const Order *order = chains->order;
    const Deal *deal = chains->deal;
    uint8_t part[SLOTS], line[MOST_MOVES], *at = line + MOST_MOVES;
    int ideal = chains->best_ideal, drawn = chains->best_drawn;
    int sum = (chains->best - score_of(chains, 0, drawn, ideal)) / chains->unit;
    uint16_t tops = (1 << TOPS) - 1;
    for (;;) {
        uint8_t *end = part;
        int begin = -1;
        memset(chains->seen, 0, (size_t)order->ideals * sizeof *chains->seen);
        for (uint16_t rest = tops; rest && begin < 0; rest &= (uint16_t)(rest - 1))
            begin = find_chain(chains, drawn, sum, ideal, ideal, LOWEST_BIT(rest), &end);
        if (begin < 0)
            return -1;
        for (uint8_t *take = end; take > part;)
            *--at = *--take;
        ideal = begin;
        sum = closed_at(chains, drawn)[ideal];
        if (drawn == deal->drawn)
            break;
        drawn--;
        *--at = SLOTS;
        tops = deal->stuck ? (uint16_t)~chains->nearby[ideal] & ((1 << TOPS) - 1)
                           : (1 << TOPS) - 1;
    }
    int count = (int)(line + MOST_MOVES - at);
    memcpy(moves, at, (size_t)count);
    return count;
}

/* ---------------------------------------------------------------------------- the answers for rows */

/* No number of draws, as answers write it. */
enum { NONE = 255 };

static int further_draws(const Deal *deal, int least)
{
    return least >= NEVER ? NONE : least - deal->drawn;
}

/* The best score of a scheme that does not pay by chain, and where it is reached. */
static int best_of_least(const Order *order, const Deal *deal, const Points *points,
                         Workspace *space, int *best_ideal, int *best_drawn)
{
    int best = INT32_MIN, before = points->peaks[order->peaks[deal->base]];
    rise_of(order, deal, space);
    for (int size = deal->level; size < LEVELS; size++)
        for (int ideal = order->start[size]; ideal < order->start[size + 1]; ideal++) {
            int least = space->least[ideal];
            if (least == NEVER)
                continue;
            int score = points->take * (size - deal->level) + points->draw * (least - deal->drawn)
                        + points->peaks[order->peaks[ideal]] - before;
            if (score > best || (score == best && least < *best_drawn)) {
                best = score;
                *best_ideal = ideal;
                *best_drawn = least;
            }
        }
    return best;
}

/* The fewest further draws of some rows, a byte each. */
static void find_fewest_of(const Order *order, const Graph *graph, const uint8_t **row, int count,
                           int rules, Workspace *space, uint8_t *fewest)
{
    Deal deal;
    if (rules & ONLY_WHEN_STUCK || count < FEWEST_FOR_A_CROWD)
        for (int i = 0; i < count; i++) {
            deal = read_row(order, row[i], rules);
            fewest[i] = (uint8_t)further_draws(&deal, rise_of(order, &deal, space));
        }
    else {
        gather(space->crowd, order, graph, row, count, rules);
        rise_crowd(graph, space->crowd, space->edges, fewest);
        for (int i = 0; i < count; i++)
            fewest[i] = (uint8_t)further_draws(&space->crowd->deal[i], fewest[i]);
    }
}

/* Answers all rows in crowds; with `tries` set only asks whether they can be won, and leaves out
 * of the sweep those that a quick try wins. */
static void find_fewest(const Order *order, const Graph *graph, const uint8_t *rows,
                        Py_ssize_t count, int rules, int tries, Workspace *space,
                        uint8_t *answers)
{
    const uint8_t *row[CROWD];
    Py_ssize_t place[CROWD];
    uint8_t fewest[CROWD];
    int waiting = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        row[waiting] = rows + i * ROW;
        place[waiting] = i;
        answers[i] = 0;
        if (tries) {
            Deal deal = read_row(order, row[waiting], rules);
            waiting += !quick_win(order, &deal);
        } else
            waiting++;
        if (waiting == CROWD || (waiting && i == count - 1)) {
            find_fewest_of(order, graph, row, waiting, rules, space, fewest);
            while (waiting--)
                answers[place[waiting]] = fewest[waiting];
            waiting = 0;
        }
    }
}

/* ---------------------------------------------------------------------------------------- beliefs */

/* What a player knows, 80 bytes: a row with UNKNOWN for each rank the player has not seen, then
 * how many cards of each rank are unseen, the unseen jokers, and the first card of the waste,
 * UNKNOWN for who joined in the middle of a game and never saw it. */
enum { BELIEF = 80, AT_UNSEEN = 64, AT_JOKERS = 77, AT_OPENED = 78, UNKNOWN = 255 };

typedef struct {
    uint8_t row[ROW];
    Deal deal; /* with what can be taken now */
    uint8_t tableau[SLOTS]; /* slots whose card is unknown */
    int tableau_count;
    uint8_t stock[MOST_DRAWS]; /* places of the stock whose card is unknown */
    int stock_count;
    uint8_t unseen[PACK]; /* the ranks that lie there, jokers aside */
    int unseen_count;
    int jokers;
    uint8_t opened;
} Belief;

INLINE uint8_t pick(uint8_t *pool, int *count, uint64_t *state)
{
    uint32_t chosen = (uint32_t)((uint64_t)next_random(state) * (uint32_t)*count >> 32);
    uint8_t picked = pool[chosen];
    pool[chosen] = pool[--*count];
    return picked;
}

/* Writes one world that agrees with a belief, each equally likely; jokers lie in the stock only.
 * Returns the first card of its waste, which a row has no place for. */
static uint8_t sample_world(const Belief *belief, uint8_t *row, uint64_t *state)
{
    uint8_t pool[PACK + MOST_DRAWS], opened = belief->opened;
    int count = belief->unseen_count;
    memcpy(row, belief->row, ROW);
    memcpy(pool, belief->unseen, (size_t)count);
    for (int i = 0; i < belief->tableau_count; i++)
        row[belief->tableau[i]] = pick(pool, &count, state);
    if (opened == UNKNOWN)
        opened = pick(pool, &count, state);
    for (int i = 0; i < belief->jokers; i++)
        pool[count++] = WILD;
    for (int i = 0; i < belief->stock_count; i++)
        row[AT_STOCK + belief->stock[i]] = pick(pool, &count, state);
    return opened;
}

/* Reads what is unknown and unseen; returns what is wrong with it, or NULL. */
static const char *read_unseen(const uint8_t *bytes, Belief *belief)
{
    for (int slot = 0; slot < SLOTS; slot++)
        if (bytes[slot] == UNKNOWN)
            belief->tableau[belief->tableau_count++] = (uint8_t)slot;
    for (int place = 0; place < bytes[AT_COUNT] && place < MOST_DRAWS; place++)
        if (bytes[AT_STOCK + place] == UNKNOWN)
            belief->stock[belief->stock_count++] = (uint8_t)place;
    for (int rank = 0; rank < RANKS; rank++) {
        if (bytes[AT_UNSEEN + rank] > SUITS)
            return "more than four cards of a rank are unseen";
        for (int i = 0; i < bytes[AT_UNSEEN + rank]; i++)
            belief->unseen[belief->unseen_count++] = (uint8_t)rank;
    }
    belief->jokers = bytes[AT_JOKERS];
    belief->opened = bytes[AT_OPENED];
    int unknown = belief->tableau_count + belief->stock_count + (belief->opened == UNKNOWN);
    if ((belief->opened > WILD && belief->opened != UNKNOWN)
        || belief->jokers > belief->stock_count
        || belief->unseen_count + belief->jokers != unknown)
        return "the unseen cards are not as many as the unknown places";
    return NULL;
}

/* Reads a belief; returns what is wrong with it, or NULL. */
static const char *read_belief(const Order *order, const uint8_t *bytes, int rules,
                               Belief *belief)
{
    uint8_t world[ROW];
    uint64_t state = random_state(0);
    memset(belief, 0, sizeof *belief);
    memcpy(belief->row, bytes, ROW);
    const char *fault = read_unseen(bytes, belief);
    if (fault)
        return fault;
    sample_world(belief, world, &state);
    fault = fault_of(order, world);
    if (fault)
        return fault;
    belief->deal = read_row(order, world, rules);
    belief->deal.card = belief->deal.stock = NULL;
    for (int i = 0; i < belief->tableau_count; i++)
        if (order->free[belief->deal.base] >> belief->tableau[i] & 1)
            return "an uncovered card is unknown";
    return NULL;
}

/* The deal of a world, standing where the belief stands. */
INLINE Deal deal_of_world(const Belief *belief, const uint8_t *row)
{
    Deal deal = belief->deal;
    deal.card = row;
    deal.stock = row + AT_STOCK;
    find_takeable(&deal);
    return deal;
}

/* The worlds that play-outs are made in: each a new one, or one of those given. */
typedef struct {
    const Belief *belief;
    const uint8_t *rows;
    int count; /* 0 for new ones */
    uint8_t row[ROW];
} Worlds;

/* How many worlds are tried at a time, and how many for each one that is wanted; fewer where each
 * takes long to solve. */
enum { AT_ONCE = 128, AT_ONCE_WHEN_STUCK = 32, TRIED_FOR_ONE = 8, TRIED_FOR_ONE_WHEN_STUCK = 3 };

/* Writes worlds whose deal can be won from its start; returns how many were found. */
static int find_winnable_worlds(const Order *order, const Graph *graph, int rules,
                                Workspace *space, const Belief *belief, int wanted,
                                uint64_t *state, uint8_t *rows)
{
    uint8_t starts[AT_ONCE * ROW], fewest[AT_ONCE], now[AT_ONCE * ROW];
    int stuck = belief->deal.stuck, at_once = stuck ? AT_ONCE_WHEN_STUCK : AT_ONCE, found = 0;
    int most = wanted * (stuck ? TRIED_FOR_ONE_WHEN_STUCK : TRIED_FOR_ONE);
    for (int tried = 0; found < wanted && tried < most; tried += at_once) {
        for (int i = 0; i < at_once; i++) {
            uint8_t *start = starts + i * ROW;
            uint8_t opened = sample_world(belief, now + i * ROW, state);
            memcpy(start, now + i * ROW, ROW);
            start[AT_TOP] = opened;
            start[AT_DRAWN] = 0;
            memset(start + AT_REMOVED, 0, 4);
        }
        find_fewest(order, graph, starts, at_once, rules, 1, space, fewest);
        for (int i = 0; i < at_once && found < wanted; i++)
            if (fewest[i] != NONE)
                memcpy(rows + (size_t)found++ * ROW, now + i * ROW, ROW);
    }
    return found;
}

INLINE Deal next_world(Worlds *worlds, uint64_t *state)
{
    if (worlds->count) {
        uint32_t chosen = (uint32_t)((uint64_t)next_random(state) * (uint32_t)worlds->count >> 32);
        return deal_of_world(worlds->belief, worlds->rows + chosen * ROW);
    }
    sample_world(worlds->belief, worlds->row, state);
    return deal_of_world(worlds->belief, worlds->row);
}

enum { MOVES = SLOTS + 1 };

/* How often a move was tried, and how often the game was won after it. */
typedef struct {
    uint32_t tries;
    uint32_t wins;
} Chance;

INLINE uint32_t legal_moves(const Deal *deal, const Position *at)
{
    uint32_t takes = at->free & deal->takeable[at->top];
    int draw = at->removed != ALL_SLOTS && at->drawn < deal->count && !(deal->stuck && takes);
    return takes | (uint32_t)draw << SLOTS;
}

INLINE void play(const Order *order, const Deal *deal, Position *at, int move)
{
    if (move == SLOTS)
        at->top = deal->stock[at->drawn++];
    else
        take(order, deal, at, move);
}

/* Plays each legal move out in the same worlds. */
static void sample_chances(const Order *order, Worlds *worlds, int games, uint64_t *state,
                           Chance *chances)
{
    Deal deal = next_world(worlds, state);
    Position start = start_of(order, &deal);
    uint32_t legal = legal_moves(&deal, &start);
    int count = COUNT_BITS(legal);
    for (int game = 0; count && game + count <= games; game += count) {
        for (uint32_t rest = legal; rest; rest &= rest - 1) {
            int move = LOWEST_BIT(rest);
            Position at = start;
            play(order, &deal, &at, move);
            chances[move].tries++;
            chances[move].wins += (uint32_t)play_out(order, &deal, &LOOKING_ON, at, state);
        }
        deal = next_world(worlds, state);
    }
}

/* ------------------------------------------------------------------- a tree of what will be seen */

/* A node stands for all that the player will have seen by then: the moves made and the cards that
 * turned up. So all worlds that look alike share a node, and no plan can depend on cards that are
 * still hidden (Cowling, Powley and Whitehouse 2012; the choice in a node is UCB1, Auer and others
 * 2002). */
typedef struct {
    int first;
    int count;
    uint32_t visits;
} Node;

typedef struct {
    uint32_t move;
    Chance chance;
} Branch;

enum { MOST_NODES = 1 << 18 };

typedef struct {
    Node *node;
    Branch *branch;
    uint64_t *key; /* hash table: what was seen, to */
    int *at;       /* node + 1 */
    int nodes;
    int branches;
    int room;
    uint32_t mask;
} Tree;

static void free_tree(Tree *tree)
{
    free(tree->node);
    free(tree->branch);
    free(tree->key);
    free(tree->at);
}

/* A tree for so many games; 0 without memory. */
static int new_tree(Tree *tree, int games)
{
    memset(tree, 0, sizeof *tree);
    tree->room = games < MOST_NODES ? games + 1 : MOST_NODES;
    tree->mask = 1;
    while (tree->mask < 2u * (uint32_t)tree->room)
        tree->mask *= 2;
    tree->node = malloc((size_t)tree->room * sizeof *tree->node);
    tree->branch = malloc((size_t)tree->room * MOVES * sizeof *tree->branch);
    tree->key = malloc(tree->mask * sizeof *tree->key);
    tree->at = calloc(tree->mask--, sizeof *tree->at);
    return tree->node && tree->branch && tree->key && tree->at;
}

/* The place of what was seen in the hash table. */
INLINE uint32_t slot_of(const Tree *tree, uint64_t key)
{
    uint32_t slot = (uint32_t)(key >> 20) & tree->mask;
    while (tree->at[slot] && tree->key[slot] != key)
        slot = (slot + 1) & tree->mask;
    return slot;
}

static void add_node(Tree *tree, uint32_t slot, uint64_t key, uint32_t legal)
{
    if (tree->nodes == tree->room)
        return;
    Node *node = &tree->node[tree->nodes++];
    *node = (Node){tree->branches, 0, 0};
    tree->key[slot] = key;
    tree->at[slot] = tree->nodes;
    for (; legal; legal &= legal - 1, node->count++)
        tree->branch[tree->branches++] = (Branch){(uint32_t)LOWEST_BIT(legal), {0, 0}};
}

/* The most promising branch: untried takes first, then the untried draw, then the best upper
 * bound. */
static Branch *choose_branch(const Tree *tree, const Node *node)
{
    Branch *branch = tree->branch + node->first, *best = branch;
    double highest = -1, visits = log((double)node->visits + 1);
    for (int i = 0; i < node->count; i++) {
        const Chance *chance = &branch[i].chance;
        if (!chance->tries)
            return branch + i;
        double tries = (double)chance->tries;
        double bound = chance->wins / tries + 0.5 * sqrt(visits / tries);
        if (bound > highest) {
            highest = bound;
            best = branch + i;
        }
    }
    return best;
}

INLINE uint64_t mixed(uint64_t key)
{
    key = (key ^ key >> 32) * 0xD6E8FEB86659FD93u;
    return key ^ key >> 29;
}

/* What a move shows: the card drawn, or the cards it uncovers. */
INLINE uint64_t shown_by(const Deal *deal, const Position *before, const Position *after,
                         int move)
{
    uint64_t shown = 0;
    if (move == SLOTS)
        return (uint64_t)after->top + 1;
    for (uint32_t turned = after->free & ~before->free; turned; turned &= turned - 1)
        shown = shown * (TOPS + 1) + deal->card[LOWEST_BIT(turned)] + 1;
    return shown;
}

/* One game: down the tree as far as it reaches, a new node, and a play-out from there. */
static void grow(const Order *order, Tree *tree, Worlds *worlds, uint64_t *state)
{
    Branch *path[MOST_MOVES];
    Deal deal = next_world(worlds, state);
    Position at = start_of(order, &deal);
    uint64_t key = 1;
    int length = 0, won = 0;
    for (;;) {
        uint32_t legal = legal_moves(&deal, &at);
        if (!legal) {
            won = at.removed == ALL_SLOTS;
            break;
        }
        uint32_t slot = slot_of(tree, key);
        if (!tree->at[slot]) {
            add_node(tree, slot, key, legal);
            won = play_out(order, &deal, &LOOKING_ON, at, state);
            break;
        }
        Node *node = tree->node + tree->at[slot] - 1;
        Branch *branch = choose_branch(tree, node);
        Position before = at;
        node->visits++;
        path[length++] = branch;
        play(order, &deal, &at, (int)branch->move);
        key = mixed(mixed(key * 31 + branch->move + 1)
                    + shown_by(&deal, &before, &at, (int)branch->move));
    }
    while (length--) {
        path[length]->chance.tries++;
        path[length]->chance.wins += (uint32_t)won;
    }
}

/* Grows a tree and gives the chances of its first node; 0 without memory. */
static int tree_chances(const Order *order, Worlds *worlds, int games, uint64_t *state,
                        Chance *chances)
{
    Tree tree;
    int complete = new_tree(&tree, games);
    for (int game = 0; complete && game <= games; game++)
        grow(order, &tree, worlds, state);
    for (int i = 0; complete && tree.nodes && i < tree.node[0].count; i++)
        chances[tree.branch[i].move] = tree.branch[i].chance;
    free_tree(&tree);
    return complete;
}

/* ------------------------------------------------------------------------------------ for Python */

typedef struct {
    PyObject_HEAD
    Order *order;
    Graph *graph;     /* of the whole order */
    Workspace *spare; /* used and given back under the interpreter's lock */
    int spares;
} Kernel;

static Workspace *take_workspace(Kernel *self)
{
    Workspace *space = self->spare;
    if (space) {
        self->spare = space->next;
        self->spares--;
    } else if (!(space = new_workspace(self->order, self->graph)))
        PyErr_NoMemory();
    return space;
}

static void give_back(Kernel *self, Workspace *space)
{
    if (self->spares == SPARE_WORKSPACES) {
        free_workspace(space);
        return;
    }
    space->next = self->spare;
    self->spare = space;
    self->spares++;
}

/* What every method on rows needs. */
typedef struct {
    Py_buffer view;
    const uint8_t *row;
    Py_ssize_t rows;
    int rules;
    Points points;
    Workspace *space;
} Call;

static int read_points(PyObject *tuple, Points *points)
{
    int peak[3];
    if (!PyArg_ParseTuple(tuple, "iiiiii;points are take, step, draw and three peaks",
                          &points->take, &points->step, &points->draw, peak, peak + 1, peak + 2))
        return 0;
    const int values[] = {points->take, points->step, points->draw, peak[0], peak[1], peak[2]};
    for (int i = 0; i < 6; i++)
        if (values[i] < -100000 || values[i] > 100000) {
            PyErr_SetString(PyExc_ValueError, "points beyond 100,000");
            return 0;
        }
    points->peaks[0] = 0;
    for (int i = 0; i < 3; i++)
        points->peaks[i + 1] = points->peaks[i] + peak[i];
    if (points->draw > 0 || points->step < 0 || (points->step && points->take < 0)) {
        PyErr_SetString(PyExc_ValueError, "draws that earn, or chains that cost, are not solved");
        return 0;
    }
    if (points->step) {
        int unit = greatest_divisor(points->take, points->step);
        if (points->take / unit * SLOTS + points->step / unit * (SLOTS * (SLOTS - 1) / 2) > 8000) {
            PyErr_SetString(PyExc_ValueError, "chains that earn too much are not solved");
            return 0;
        }
    }
    return 1;
}

/* Reads (rows, rules) or (rows, rules, points), checks them and takes a workspace. Where it fails
 * it has set an error and holds nothing. */
static int begin_call(Kernel *self, PyObject *args, int with_points, int single, Call *call)
{
    PyObject *points = NULL;
    memset(call, 0, sizeof *call);
    if (with_points ? !PyArg_ParseTuple(args, "y*iO!", &call->view, &call->rules, &PyTuple_Type,
                                        &points)
                    : !PyArg_ParseTuple(args, "y*i", &call->view, &call->rules))
        return 0;
    call->row = call->view.buf;
    call->rows = call->view.len / ROW;
    if (points && !read_points(points, &call->points))
        goto failed;
    if (call->view.len % ROW || !call->rows || (single && call->rows != 1)) {
        PyErr_Format(PyExc_ValueError, "%zd bytes are not %s of 64", call->view.len,
                     single ? "one row" : "rows");
        goto failed;
    }
    if (call->rules < 0 || call->rules > ALL_RULES) {
        PyErr_Format(PyExc_ValueError, "there are no rules %d", call->rules);
        goto failed;
    }
    for (Py_ssize_t i = 0; i < call->rows; i++) {
        const char *fault = fault_of(self->order, call->row + i * ROW);
        if (fault) {
            PyErr_Format(PyExc_ValueError, "row %zd: %s", i, fault);
            goto failed;
        }
    }
    if ((call->space = take_workspace(self)))
        return 1;
failed:
    PyBuffer_Release(&call->view);
    return 0;
}

static void end_call(Kernel *self, Call *call)
{
    give_back(self, call->space);
    PyBuffer_Release(&call->view);
}

/* Bytes for the answers, `each` to a row. */
static PyObject *new_answers(const Call *call, Py_ssize_t each, void **answers)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, call->rows * each);
    *answers = bytes ? PyBytes_AsString(bytes) : NULL;
    return bytes;
}

/* What the rows of a call have in common: cards that are gone in all of them need no sweep. */
static const Graph *graph_of(const Order *order, const Call *call, const Graph *whole,
                             Graph **made)
{
    uint32_t common = ALL_SLOTS;
    for (Py_ssize_t i = 0; i < call->rows; i++)
        common &= removed_of(call->row + i * ROW);
    *made = common && call->rows >= FEWEST_FOR_A_CROWD ? new_graph(order, common) : NULL;
    return *made ? *made : whole;
}

static PyObject *fewest_or_winnable(Kernel *self, PyObject *args, int only_whether)
{
    Call call;
    void *answers;
    if (!begin_call(self, args, 0, 0, &call))
        return NULL;
    PyObject *bytes = new_answers(&call, 1, &answers);
    if (bytes) {
        Py_BEGIN_ALLOW_THREADS
        Graph *made;
        const Graph *graph = graph_of(self->order, &call, self->graph, &made);
        find_fewest(self->order, graph, call.row, call.rows, call.rules, only_whether, call.space,
                    answers);
        for (Py_ssize_t i = 0; only_whether && i < call.rows; i++)
            ((uint8_t *)answers)[i] = ((uint8_t *)answers)[i] != NONE;
        free_graph(made);
        Py_END_ALLOW_THREADS
    }
    end_call(self, &call);
    return bytes;
}

static PyObject *kernel_fewest_draws(Kernel *self, PyObject *args)
{
    return fewest_or_winnable(self, args, 0);
}

static PyObject *kernel_winnable(Kernel *self, PyObject *args)
{
    return fewest_or_winnable(self, args, 1);
}

static void find_winning_moves(const Order *order, const Graph *graph, const Call *call,
                               uint32_t *answers)
{
    const uint8_t *row[CROWD];
    uint32_t found[CROWD];
    if (call->rules & ONLY_WHEN_STUCK || call->rows < FEWEST_FOR_A_CROWD) {
        for (Py_ssize_t i = 0; i < call->rows; i++) {
            Deal deal = read_row(order, call->row + i * ROW, call->rules);
            Falls falls = fall_of(order, &deal, deal.count, order->ideals - 1, deal.level,
                                  call->space);
            answers[i] = good_moves(&falls, deal.base, deal.top, deal.drawn);
        }
        return;
    }
    for (Py_ssize_t i = 0; i < call->rows; i += CROWD) {
        int count = (int)(call->rows - i < CROWD ? call->rows - i : CROWD);
        for (int k = 0; k < count; k++)
            row[k] = call->row + (i + k) * ROW;
        gather(call->space->crowd, order, graph, row, count, call->rules);
        fall_crowd(graph, call->space->crowd, call->space->edges, found);
        memcpy(answers + i, found, (size_t)count * sizeof *found);
    }
}

static PyObject *kernel_winning_moves(Kernel *self, PyObject *args)
{
    Call call;
    void *answers;
    if (!begin_call(self, args, 0, 0, &call))
        return NULL;
    PyObject *bytes = new_answers(&call, sizeof(uint32_t), &answers);
    if (bytes) {
        Py_BEGIN_ALLOW_THREADS
        Graph *made;
        const Graph *graph = graph_of(self->order, &call, self->graph, &made);
        find_winning_moves(self->order, graph, &call, answers);
        free_graph(made);
        Py_END_ALLOW_THREADS
    }
    end_call(self, &call);
    return bytes;
}

static PyObject *kernel_within(Kernel *self, PyObject *args)
{
    Call call;
    const Order *order = self->order;
    if (!begin_call(self, args, 0, 1, &call))
        return NULL;
    Deal deal = read_row(order, call.row, call.rules);
    Py_ssize_t each = deal.stuck ? SETS_BYTES : LANES;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, order->ideals * each);
    if (bytes) {
        char *answers = PyBytes_AsString(bytes);
        Py_BEGIN_ALLOW_THREADS
        fall_of(order, &deal, deal.count, order->ideals - 1, 0, call.space);
        memcpy(answers, call.space->table, (size_t)(order->ideals * each));
        Py_END_ALLOW_THREADS
    }
    end_call(self, &call);
    return bytes;
}

static PyObject *kernel_line(Kernel *self, PyObject *args)
{
    Call call;
    const Order *order = self->order;
    uint8_t moves[MOST_MOVES];
    int count = -1, goal = order->ideals - 1;
    if (!begin_call(self, args, 0, 1, &call))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    Deal deal = read_row(order, call.row, call.rules);
    int least = rise_of(order, &deal, call.space);
    if (least != NEVER) {
        Falls falls = fall_of(order, &deal, least, goal, deal.level, call.space);
        count = walk(&falls, goal, moves);
    }
    Py_END_ALLOW_THREADS
    end_call(self, &call);
    if (count < 0)
        Py_RETURN_NONE;
    return PyBytes_FromStringAndSize((char *)moves, count);
}

static PyObject *kernel_best_scores(Kernel *self, PyObject *args)
{
    Call call;
    void *answers;
    if (!begin_call(self, args, 1, 0, &call))
        return NULL;
    PyObject *bytes = new_answers(&call, sizeof(int32_t), &answers);
    Chains *chains = call.points.step ? new_chains(self->order, &call.points) : NULL;
    if (bytes && call.points.step && !chains) {
        Py_DECREF(bytes);
        bytes = PyErr_NoMemory();
    }
    if (bytes) {
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < call.rows; i++) {
            Deal deal = read_row(self->order, call.row + i * ROW, call.rules);
            int ideal = 0, drawn = NEVER;
            if (chains)
                find_best_chains(chains, &deal, call.space);
            ((int32_t *)answers)[i] = chains ? chains->best
                                             : best_of_least(self->order, &deal, &call.points,
                                                             call.space, &ideal, &drawn);
        }
        Py_END_ALLOW_THREADS
    }
    free_chains(chains);
    end_call(self, &call);
    return bytes;
}

static PyObject *kernel_best_line(Kernel *self, PyObject *args)
{
    Call call;
    const Order *order = self->order;
    uint8_t moves[MOST_MOVES];
    int count = -1, best = 0, ideal = 0, drawn = NEVER;
    if (!begin_call(self, args, 1, 1, &call))
        return NULL;
    Chains *chains = call.points.step ? new_chains(order, &call.points) : NULL;
    if (call.points.step && !chains) {
        end_call(self, &call);
        return PyErr_NoMemory();
    }
    Py_BEGIN_ALLOW_THREADS
    Deal deal = read_row(order, call.row, call.rules);
    if (chains) {
        find_best_chains(chains, &deal, call.space);
        best = chains->best;
        count = trace_chains(chains, moves);
    } else {
        best = best_of_least(order, &deal, &call.points, call.space, &ideal, &drawn);
        Falls falls = fall_of(order, &deal, drawn, ideal, deal.level, call.space);
        count = walk(&falls, ideal, moves);
    }
    Py_END_ALLOW_THREADS
    free_chains(chains);
    end_call(self, &call);
    if (count < 0) {
        PyErr_SetString(PyExc_ValueError, "no line reaches the best score");
        return NULL;
    }
    return Py_BuildValue("(iy#)", best, (char *)moves, (Py_ssize_t)count);
}

/* Reads a belief handed over by Python; releases the buffer. 0 with an error set. */
static int read_view(const Kernel *self, Py_buffer *view, int rules, Belief *belief)
{
    const char *fault = view->len != BELIEF ? "a view has 80 bytes"
                        : rules < 0 || rules > ALL_RULES
                            ? "there are no such rules"
                            : read_belief(self->order, view->buf, rules, belief);
    PyBuffer_Release(view);
    if (fault)
        PyErr_SetString(PyExc_ValueError, fault);
    return !fault;
}

static PyObject *kernel_worlds(Kernel *self, PyObject *args)
{
    Py_buffer view;
    Belief belief;
    int count;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "y*iK", &view, &count, &seed)
        || !read_view(self, &view, 0, &belief))
        return NULL;
    if (count < 0)
        return PyErr_Format(PyExc_ValueError, "%d worlds", count);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)count * ROW);
    if (bytes) {
        uint8_t *rows = (uint8_t *)PyBytes_AsString(bytes);
        uint64_t state = random_state(seed);
        Py_BEGIN_ALLOW_THREADS
        for (int i = 0; i < count; i++)
            sample_world(&belief, rows + (size_t)i * ROW, &state);
        Py_END_ALLOW_THREADS
    }
    return bytes;
}

/* The rows and rules are read as in every other method. */
static PyObject *kernel_play_outs(Kernel *self, PyObject *args)
{
    Call call;
    void *answers;
    int games;
    unsigned long long seed;
    PyObject *rows, *rules;
    if (!PyArg_ParseTuple(args, "OOiK", &rows, &rules, &games, &seed))
        return NULL;
    if (games < 0)
        return PyErr_Format(PyExc_ValueError, "%d games", games);
    PyObject *first = PyTuple_Pack(2, rows, rules);
    int begun = first && begin_call(self, first, 0, 0, &call);
    Py_XDECREF(first);
    if (!begun)
        return NULL;
    PyObject *bytes = new_answers(&call, sizeof(uint32_t), &answers);
    if (bytes) {
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < call.rows; i++) {
            uint64_t state = random_state(seed + (uint64_t)i);
            Deal deal = read_row(self->order, call.row + i * ROW, call.rules);
            ((uint32_t *)answers)[i] = count_wins(self->order, &deal, &CASUAL, games, &state);
        }
        Py_END_ALLOW_THREADS
    }
    end_call(self, &call);
    return bytes;
}

enum { MOST_WORLDS = 1 << 16 };

static PyObject *kernel_winnable_worlds(Kernel *self, PyObject *args)
{
    Py_buffer view;
    Belief belief;
    int rules, wanted, found = 0;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "y*iiK", &view, &rules, &wanted, &seed)
        || !read_view(self, &view, rules, &belief))
        return NULL;
    if (wanted < 0 || wanted > MOST_WORLDS)
        return PyErr_Format(PyExc_ValueError, "%d worlds", wanted);
    Workspace *space = take_workspace(self);
    uint8_t *rows = malloc((size_t)wanted * ROW + 1);
    PyObject *bytes = NULL;
    if (space && rows) {
        Py_BEGIN_ALLOW_THREADS
        uint64_t state = random_state(seed);
        found = find_winnable_worlds(self->order, self->graph, rules, space, &belief, wanted,
                                     &state, rows);
        Py_END_ALLOW_THREADS
        bytes = PyBytes_FromStringAndSize((char *)rows, (Py_ssize_t)found * ROW);
    } else if (space)
        PyErr_NoMemory();
    free(rows);
    if (space)
        give_back(self, space);
    return bytes;
}

/* Whether rows are worlds of a belief: positions, and each with its top, draws and gaps. */
static int are_worlds(const Order *order, const Belief *belief, const Py_buffer *rows)
{
    const uint8_t *row = rows->buf;
    for (Py_ssize_t i = 0; i < rows->len / ROW; i++, row += ROW)
        if (fault_of(order, row) || row[AT_TOP] != belief->row[AT_TOP]
            || memcmp(row + AT_COUNT, belief->row + AT_COUNT, ROW - AT_COUNT))
            return 0;
    return rows->len % ROW == 0 && rows->len <= (Py_ssize_t)MOST_WORLDS * ROW;
}

static PyObject *kernel_chances(Kernel *self, PyObject *args)
{
    Py_buffer view, rows;
    Belief belief;
    int rules, games, tree, complete = 1;
    unsigned long long seed;
    Chance chances[MOVES] = {{0, 0}};
    if (!PyArg_ParseTuple(args, "y*iiKiy*", &view, &rules, &games, &seed, &tree, &rows))
        return NULL;
    if (!read_view(self, &view, rules, &belief)) {
        PyBuffer_Release(&rows);
        return NULL;
    }
    if (games < 0 || tree < 0 || tree > 1 || !are_worlds(self->order, &belief, &rows)) {
        PyBuffer_Release(&rows);
        return PyErr_Format(PyExc_ValueError, "%d games by method %d in other worlds", games, tree);
    }
    Py_BEGIN_ALLOW_THREADS
    uint64_t state = random_state(seed);
    Worlds worlds = {&belief, rows.buf, (int)(rows.len / ROW), {0}};
    if (tree)
        complete = tree_chances(self->order, &worlds, games, &state, chances);
    else
        sample_chances(self->order, &worlds, games, &state, chances);
    Py_END_ALLOW_THREADS
    PyBuffer_Release(&rows);
    if (!complete)
        return PyErr_NoMemory();
    return PyBytes_FromStringAndSize((char *)chances, sizeof chances);
}

static PyObject *kernel_index(Kernel *self, PyObject *args)
{
    unsigned int removed;
    if (!PyArg_ParseTuple(args, "I", &removed))
        return NULL;
    return PyLong_FromLong(index_of(self->order, removed));
}

static PyObject *kernel_deal(Kernel *Py_UNUSED(self), PyObject *args)
{
    Py_buffer numbers, deck;
    int jokers, empty_waste;
    PyObject *bytes = NULL;
    if (!PyArg_ParseTuple(args, "y*y*ip", &numbers, &deck, &jokers, &empty_waste))
        return NULL;
    Py_ssize_t rows = numbers.len / 8;
    int right = numbers.len % 8 == 0 && deck.len == PACK && jokers >= 0
                && jokers <= MOST_DRAWS - (PACK - SLOTS - !empty_waste);
    for (int i = 0; right && i < PACK; i++)
        right = ((const uint8_t *)deck.buf)[i] < RANKS;
    if (!right || rows > PY_SSIZE_T_MAX / ROW)
        PyErr_SetString(PyExc_ValueError, "numbers of 8 bytes, a deck of 52 ranks, 0 to 4 jokers");
    else if ((bytes = PyBytes_FromStringAndSize(NULL, rows * ROW))) {
        uint8_t *row = (uint8_t *)PyBytes_AsString(bytes);
        Py_BEGIN_ALLOW_THREADS
        for (Py_ssize_t i = 0; i < rows; i++) {
            uint64_t number;
            memcpy(&number, (const uint8_t *)numbers.buf + i * 8, 8);
            deal_row(number, deck.buf, jokers, empty_waste, row + i * ROW);
        }
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&numbers);
    PyBuffer_Release(&deck);
    return bytes;
}

static PyObject *kernel_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"covered_by", "summits", NULL};
    Py_buffer covers;
    unsigned int summits;
    const char *fault = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "y*I", names, &covers, &summits))
        return NULL;
    if (covers.len != 2 * SLOTS || COUNT_BITS(summits & ALL_SLOTS) != 3 || summits & ~ALL_SLOTS) {
        PyErr_SetString(PyExc_ValueError, "covered_by has two bytes a slot; there are 3 summits");
        PyBuffer_Release(&covers);
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Kernel *self = (Kernel *)allocate(type, 0);
    if (self && (self->order = new_order(covers.buf, summits, &fault)))
        self->graph = new_graph(self->order, 0);
    if (self && !self->graph) {
        PyErr_SetString(fault ? PyExc_ValueError : PyExc_MemoryError, fault ? fault : "no memory");
        Py_DECREF(self);
        self = NULL;
    }
    PyBuffer_Release(&covers);
    return (PyObject *)self;
}

static void kernel_dealloc(Kernel *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);
    while (self->spare) {
        Workspace *next = self->spare->next;
        free_workspace(self->spare);
        self->spare = next;
    }
    free_graph(self->graph);
    free_order(self->order);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

#define METHOD(name, doc) {#name, (PyCFunction)kernel_##name, METH_VARARGS, PyDoc_STR(doc)}

static PyMethodDef kernel_methods[] = {
    METHOD(index, "index(removed): the index of a set of removed cards, or -1"),
    METHOD(deal, "deal(numbers, deck, jokers, empty_waste): the rows of deal numbers"),
    METHOD(winnable, "winnable(rows, rules): a byte a row"),
    METHOD(fewest_draws, "fewest_draws(rows, rules): a byte a row, 255 for none"),
    METHOD(best_scores, "best_scores(rows, rules, points): an int32 a row"),
    METHOD(winning_moves, "winning_moves(rows, rules): a uint32 a row, a mask of moves"),
    METHOD(within, "within(row, rules): for each set and rank up to how many draws it is won"),
    METHOD(line, "line(row, rules): the moves of a clearing line, or None"),
    METHOD(worlds, "worlds(view, count, seed): rows that agree with what a player knows"),
    METHOD(play_outs, "play_outs(rows, rules, games, seed): a uint32 a row, casual games won"),
    METHOD(winnable_worlds, "winnable_worlds(view, rules, wanted, seed): those that can be won"),
    METHOD(chances, "chances(view, rules, games, seed, tree, worlds): tries and wins a move"),
    METHOD(best_line, "best_line(row, rules, points): the best score and its moves"),
    {NULL, NULL, 0, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_new, (void *)kernel_new},
    {Py_tp_dealloc, (void *)kernel_dealloc},
    {Py_tp_methods, kernel_methods},
    {Py_tp_doc, (void *)"The sweeps over one layout; backend.py says what each method answers."},
    {0, NULL},
};

static PyType_Spec kernel_spec = {
    .name = "tripeaks.solver._kernel.Kernel",
    .basicsize = sizeof(Kernel),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = kernel_slots,
};

static int add_kernel(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &kernel_spec, NULL);
    int failed = !type || PyModule_AddObjectRef(module, "Kernel", type) < 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, (void *)add_kernel}, {0, NULL}};

static PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tripeaks.solver._kernel",
    .m_doc = "The compiled kernel of the solver.",
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    return PyModuleDef_Init(&module_definition);
}
