/** Random choices that a printed seed reproduces. */
export interface Random {
  readonly seed: number;
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

const UINT32 = 2 ** 32;

/** Mulberry32; the seed comes from TEST_SEED or the clock, and is printed so that a failure can be repeated. */
export function seededRandom(name: string): Random {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % UINT32);
  console.warn(`${name}: TEST_SEED=${seed}`);
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
  const int = (below: number) => Math.floor(next() * below);
  const pick = <Item>(items: readonly Item[]) => {
    const item = items[int(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return { seed, int, pick };
}
