/* Memory is taken in one direction and given back all at once, before the next battle. */
#include "kernel.h"

#ifdef __wasm__
extern u8 __heap_base;
#define HEAP (&__heap_base)
#define OFFSET(place) ((u32)(place))
static int heap_has(u64 bytes)
{
    /* Whoever runs the kernel gives it more, and asks again. */
    return (u64)(u32)HEAP + bytes <= (u64)__builtin_wasm_memory_size(0) << 16;
}
#else
enum { MOST_MEMORY = 1 << 29 };
static u8 heap[MOST_MEMORY] __attribute__((aligned(16)));
#define HEAP heap
#define OFFSET(place) ((u32)((const u8 *)(place) - heap))
static int heap_has(u64 bytes) { return bytes <= MOST_MEMORY; }
#endif

static u32 kept; /* bytes of questions, below everything else */
static u32 used;
static int full; /* whether there was not enough at any time since the last battle began */

static void *take(u64 bytes)
{
    u64 from = used, need = (bytes + 15) & ~(u64)15;
    if (full || !heap_has(from + need)) {
        full = 1;
        return HEAP; /* nobody writes there: see ``full`` */
    }
    used = (u32)(from + need);
    return HEAP + from;
}

static void *take_zeroed(u64 bytes)
{
    void *found = take(bytes);
    if (!full)
        __builtin_memset(found, 0, bytes);
    return found;
}

static void forget_all(void)
{
    used = kept;
    full = 0;
}

/* A place for questions, this many numbers; what was there before is lost. */
EXPORT(room) double *room(u32 numbers)
{
    kept = used = 0;
    full = 0;
    void *found = take((u64)numbers * sizeof(double));
    if (full)
        return 0;
    kept = used;
    return found;
}
