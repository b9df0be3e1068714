/* A plain memoised search, written as a stand-in for public solvers: `bench/solver_peer.py`.
 *
 * A position is the 28-bit mask of removed cards, the number of cards drawn and the rank on top;
 * visited positions are kept in a hash set with open addressing. Nothing is known here of the
 * sets of removed cards or of what dominates what. King and ace may be adjacent or not, one may
 * draw at any time; no jokers. With the kernel it shares the rows and nothing else.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOTS = 28, RANKS = 13, ROW = 64, TOP = 28, STOCK = 29, COUNT = 57 };
enum { FIRST_SIZE = 1 << 10 };

#define ALL_SLOTS ((1u << SLOTS) - 1)
#define HIGHEST_BIT(x) (31 - __builtin_clz(x)) /* GCC and Clang */
#define MULTIPLIER 0x9E3779B97F4A7C15u /* Knuth 6.4, multiplicative hashing */

typedef struct {
    uint64_t *key; /* 0 is empty; a power of two of them, at most half in use */
    size_t size;
    size_t used;
    unsigned shift;
} Set;

typedef struct {
    uint64_t *key;
    size_t size;
    size_t used;
} Stack;

typedef struct {
    const uint8_t *row;
    uint32_t covered_by[SLOTS];
    uint32_t takeable[RANKS]; /* for each rank on top the slots that hold a neighbour */
    Set visited;
    Stack now, next; /* breadth-first: positions with as many draws, and with one more */
    int out_of_memory;
} Search;

/* ------------------------------------------------------------------------------ visited positions */

static uint64_t key_of(uint32_t removed, unsigned drawn, unsigned top)
{
    return (uint64_t)removed << 9 | drawn << 4 | (top + 1);
}

static size_t place_of(const Set *set, uint64_t key)
{
    size_t place = (size_t)(key * MULTIPLIER >> set->shift);
    while (set->key[place] && set->key[place] != key)
        place = (place + 1) & (set->size - 1);
    return place;
}

/* Begins small for each deal, so that a short search does not pay for a long one before it. */
static int clear(Set *set)
{
    if (set->size != FIRST_SIZE) {
        free(set->key);
        set->key = malloc(FIRST_SIZE * sizeof *set->key);
        set->size = set->key ? FIRST_SIZE : 0;
        set->shift = 64 - 10;
    }
    if (set->key)
        memset(set->key, 0, FIRST_SIZE * sizeof *set->key);
    set->used = 0;
    return set->key != NULL;
}

static int grow(Set *set)
{
    Set larger = {calloc(4 * set->size, sizeof *set->key), 4 * set->size, set->used, set->shift - 2};
    if (!larger.key)
        return 0;
    for (size_t i = 0; i < set->size; i++)
        if (set->key[i])
            larger.key[place_of(&larger, set->key[i])] = set->key[i];
    free(set->key);
    *set = larger;
    return 1;
}

/* Whether a position had not been visited before. */
static int add(Search *search, uint64_t key)
{
    Set *set = &search->visited;
    size_t place = place_of(set, key);
    if (set->key[place])
        return 0;
    set->key[place] = key;
    if (2 * ++set->used > set->size && !grow(set))
        search->out_of_memory = 1;
    return 1;
}

/* ------------------------------------------------------------------------------------- one search */

static void prepare(Search *search, const uint8_t *row, int wrap)
{
    search->row = row;
    for (int top = 0; top < RANKS; top++) {
        search->takeable[top] = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            int distance = abs(row[slot] - top);
            if (distance == 1 || (wrap && distance == RANKS - 1))
                search->takeable[top] |= 1u << slot;
        }
    }
}

static uint32_t playable(const Search *search, uint32_t removed, unsigned top)
{
    uint32_t found = 0;
    uint32_t left = search->takeable[top] & ~removed;
    while (left) {
        int slot = HIGHEST_BIT(left);
        left ^= 1u << slot;
        if (!(search->covered_by[slot] & ~removed))
            found |= 1u << slot;
    }
    return found;
}

/* Depth first, takes before the draw, up to the first win. Takes from the last row go first: that
 * way round a win is found sooner. */
static int can_be_won(Search *search, uint32_t removed, unsigned drawn, unsigned top)
{
    if (removed == ALL_SLOTS)
        return 1;
    if (search->out_of_memory || !add(search, key_of(removed, drawn, top)))
        return 0;
    uint32_t cards = playable(search, removed, top);
    while (cards) {
        int slot = HIGHEST_BIT(cards);
        cards ^= 1u << slot;
        if (can_be_won(search, removed | 1u << slot, drawn, search->row[slot]))
            return 1;
    }
    return drawn < search->row[COUNT]
           && can_be_won(search, removed, drawn + 1, search->row[STOCK + drawn]);
}

static void push(Search *search, Stack *stack, uint64_t key)
{
    if (!add(search, key))
        return;
    if (stack->used == stack->size) {
        size_t size = stack->size ? 2 * stack->size : FIRST_SIZE;
        uint64_t *larger = realloc(stack->key, size * sizeof *larger);
        if (!larger) {
            search->out_of_memory = 1;
            return;
        }
        stack->key = larger;
        stack->size = size;
    }
    stack->key[stack->used++] = key;
}

/* Breadth first by draws: all that takes lead to before the next draw. -1 if there is no way. */
static int fewest_draws(Search *search)
{
    search->now.used = search->next.used = 0;
    push(search, &search->next, key_of(0, 0, search->row[TOP]));
    for (unsigned drawn = 0; search->next.used && !search->out_of_memory; drawn++) {
        Stack done = search->now;
        search->now = search->next;
        search->next = done;
        while (search->now.used && !search->out_of_memory) {
            uint64_t key = search->now.key[--search->now.used];
            uint32_t removed = (uint32_t)(key >> 9);
            if (removed == ALL_SLOTS)
                return (int)drawn;
            uint32_t cards = playable(search, removed, (unsigned)(key & 15) - 1);
            while (cards) {
                int slot = HIGHEST_BIT(cards);
                cards ^= 1u << slot;
                push(search, &search->now, key_of(removed | 1u << slot, drawn, search->row[slot]));
            }
            if (drawn < search->row[COUNT])
                push(search, &search->next,
                     key_of(removed, drawn + 1, search->row[STOCK + drawn]));
        }
    }
    return -1;
}

/* ------------------------------------------------------------------------------------- many deals */

/* Which two cards lie on each slot, by counting through the rows of the tableau. */
static void lay_out(uint32_t *covered_by)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        int first = slot < 3    ? 3 + 2 * slot
                    : slot < 9  ? 9 + slot - 3 + (slot - 3) / 2
                    : slot < 18 ? 18 + slot - 9
                                : -1;
        covered_by[slot] = first < 0 ? 0 : 3u << first;
    }
}

static int64_t nanoseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Searches each deal: answers 1 or 0, or with `draws` set the fewest draws or -1, and what it took
 * in positions and nanoseconds. Gives how many deals were searched, fewer if memory ran out. */
size_t peer(const uint8_t *rows, size_t deals, int wrap, int draws, int32_t *answers,
            int64_t *positions, int64_t *took)
{
    Search search = {0};
    size_t i = 0;
    lay_out(search.covered_by);
    for (; i < deals; i++) {
        int64_t began = nanoseconds();
        if (!clear(&search.visited))
            break;
        prepare(&search, rows + i * ROW, wrap);
        answers[i] = draws ? fewest_draws(&search) : can_be_won(&search, 0, 0, search.row[TOP]);
        if (search.out_of_memory)
            break;
        positions[i] = (int64_t)search.visited.used;
        took[i] = nanoseconds() - began;
    }
    free(search.visited.key);
    free(search.now.key);
    free(search.next.key);
    return i;
}
