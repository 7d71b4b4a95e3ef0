import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/run/security.md', import.meta.url), 'utf8');
const ROW = /^\| V\d+\.\d+\.\d+ \| .*? \| (?<state>holds|\*\*does not\*\*|not ours) \| /gm;
const TOTALS =
  /Of (?<all>\d+)\s+requirements (?<holds>\d+) hold, (?<not>\d+) do not and (?<others>\d+) are not ours/;

test('the page of security counts its requirements right', () => {
  const states = [...page.matchAll(ROW)].map(({ groups }) => groups?.['state']);
  const count = (state: string) => String(states.filter((each) => each === state).length);
  expect(TOTALS.exec(page)?.groups).toEqual({
    all: String(page.match(/^\| V\d/gm)?.length),
    holds: count('holds'),
    not: count('**does not**'),
    others: count('not ours'),
  });
});
