import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { Batcher } from './batcher.ts';

/** Work that ends when told to, and the batches it was given. */
function heldWork() {
  const batches: (readonly string[])[] = [];
  const ends: ((isDone: boolean) => void)[] = [];
  const shared = new Batcher<string, string>({
    most: 100,
    keysOf: (item) => [item.slice(0, 1)],
    store: async (items) => {
      batches.push(items);
      const isDone = await new Promise<boolean>((resolve) => ends.push(resolve));
      if (!isDone) throw new Error('the batch failed');
      return items.map((item) => (item.endsWith('!') ? undefined : `stored ${item}`));
    },
  });
  const end = (isDone = true) => ends.shift()?.(isDone);
  return { batches, end, shared };
}

test('the first goes at once and alone, those that come meanwhile go together', async () => {
  const { batches, end, shared } = heldWork();
  const first = shared.add('a');
  expect(batches).toEqual([['a']]);
  const others = [shared.add('b'), shared.add('c')];
  expect(batches).toHaveLength(1);
  end();
  expect(await first).toBe('stored a');
  expect(batches).toEqual([['a'], ['b', 'c']]);
  end();
  expect(await Promise.all(others)).toEqual(['stored b', 'stored c']);
  void shared.add('d');
  expect(batches.at(-1)).toEqual(['d']);
});

test('items that share a key keep their order in separate batches', async () => {
  const { batches, end, shared } = heldWork();
  const all = ['x', 'a1', 'b', 'a2', 'a3', 'c'].map((item) => shared.add(item));
  for (let batch = 0; batch < 4; batch += 1) {
    end();
    // Items are answered in the order they came, so each batch has begun by then.
    await all[[0, 1, 3, 4][batch] ?? 0];
  }
  expect(batches).toEqual([['x'], ['a1', 'b', 'c'], ['a2'], ['a3']]);
});

test('a batch that fails leaves all of its items to their callers, and the next one goes', async () => {
  const { batches, end, shared } = heldWork();
  const first = shared.add('a');
  const others = [shared.add('b'), shared.add('c')];
  end(false);
  expect(await first).toBeUndefined();
  end();
  expect(await Promise.all(others)).toEqual(['stored b', 'stored c']);
  expect(batches).toHaveLength(2);
});

test('items the work leaves out go back to their callers, the others are answered', async () => {
  const { end, shared } = heldWork();
  const all = [shared.add('a')];
  all.push(shared.add('b!'), shared.add('c'));
  end();
  await all[0];
  end();
  expect(await Promise.all(all)).toEqual(['stored a', undefined, 'stored c']);
});

test('a batch holds so many items, the rest follow in order', async () => {
  const batches: (readonly number[])[] = [];
  const shared = new Batcher<number, number>({
    most: 100,
    keysOf: (item) => [`${item}`],
    store: async (items) => {
      batches.push(items);
      return items;
    },
  });
  await Promise.all(Array.from({ length: 251 }, (_, item) => shared.add(item)));
  expect(batches.map((batch) => batch.length)).toEqual([1, 100, 100, 50]);
  expect(batches.flat()).toEqual(Array.from({ length: 251 }, (_, item) => item));
});

test('the work does not run in the scope of the first caller’s request', async () => {
  const requests = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const shared = new Batcher<string, string>({
    most: 100,
    keysOf: () => [],
    store: async (items) => {
      seen.push(requests.getStore());
      return items;
    },
  });
  await Promise.all(['a', 'b'].map((item) => requests.run(item, () => shared.add(item))));
  expect(seen).toEqual([undefined, undefined]);
});
