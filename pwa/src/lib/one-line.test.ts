import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test.each([
  ['1 Sun St\nTown', '1 Sun St, Town'],
  ['1 Sun St,\r\n  Town\r\n\r\nCA 90210', '1 Sun St, Town, CA 90210'],
  ['1 Sun St,  Town', '1 Sun St,  Town'],
])('%j in one line is %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});
