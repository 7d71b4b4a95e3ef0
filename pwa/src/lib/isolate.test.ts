import { expect, test } from 'vitest';
import { isolate } from './isolate.ts';

test.each(['محمد', 'שרה', 'Ann محمد'])('%s is kept apart from what stands beside it', (name) => {
  expect(isolate(name)).toBe(`\u2068${name}\u2069`);
});

test.each(['Ann', '李小龍', 'Ña'])('%s stays as it is', (name) => {
  expect(isolate(name)).toBe(name);
});
