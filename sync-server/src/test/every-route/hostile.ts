import fc from 'fast-check';

// Deeper bodies are refused as a whole (JsonShape).
const DEEP = 4;
const nested = (open: string, close: string): unknown =>
  JSON.parse(open.repeat(DEEP) + close.repeat(DEEP));

const deepList = nested('[', ']');
const deepObject: unknown = JSON.parse(`${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`);
// Parsed, so that they are the object's own keys and not its prototype's.
const prototypeKeys: unknown = JSON.parse(
  '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}},"toString":1}',
);

const WRONG_TYPES: readonly unknown[] = [null, true, [], {}, [[]], ['a', 1], { id: { $gt: '' } }];
const WRONG_NUMBERS = [0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 63];
const WRONG_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'x\uDC00y',
  'x'.repeat(20_000),
  '1e999',
];
const WRONG_TIMES = ['2026-13-45T99:99:99Z', '+275760-09-13T00:00:00.001Z', '0000-00-00T00:00:00Z'];
const WRONG_SHAPES = [deepList, deepObject, prototypeKeys, { length: 1e9 }];

/** JSON values of a wrong type, size, depth or content; now and then one that a field happens to accept. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...WRONG_TYPES, ...WRONG_NUMBERS, ...WRONG_SHAPES),
  fc.constantFrom(...WRONG_TEXTS, ...WRONG_TIMES),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
);

/** A good body with one or more fields replaced, or something else altogether. */
export function spoil(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const spoiled = fc.tuple(
    good,
    fc.array(fc.tuple(fc.nat(), hostileValue), { minLength: 1, maxLength: 3 }),
  );
  return fc.oneof(
    { weight: 6, arbitrary: spoiled.map(([body, blows]) => strike(body, blows)) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function strike(body: unknown, blows: readonly [number, unknown][]): unknown {
  const fields = Object.entries(body as Record<string, unknown>);
  for (const [pick, value] of blows) {
    const field = fields[pick % fields.length];
    if (field) field[1] = value;
  }
  return { ...Object.fromEntries(fields), ...(prototypeKeys as object) };
}
