// @module-tag sweep
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../../operate/doctor/examine.ts';
import { badDatabases } from './database.ts';
import { passOn, putBefore } from './front.ts';
import { badFronts } from './fronts.ts';
import { type Change, type Installation, startInstallation } from './installation.ts';
import { badMachines } from './machine.ts';
import { badMessages } from './messages.ts';
import { badSettings } from './settings.ts';

const PAGE = path.join(import.meta.dirname, '../../../../docs/run/doctor.md');
const KINDS = { ...badSettings, ...badFronts, ...badMessages, ...badMachines, ...badDatabases };
/** The database of the tests gives safety up for speed, and has one role. */
const ALWAYS = ['fsync is off', 'full_page_writes is off', 'synchronous_commit is off'];
const SUPERUSER = 'the role is a superuser';

let good: Installation;
beforeAll(async () => {
  good = await startInstallation();
});
afterAll(() => good.close());

async function linesOf({ set = {}, url }: Change): Promise<readonly string[]> {
  const place = { root: good.root, url: url === undefined ? undefined : new URL(url) };
  const found = await examine({ ...good.settings, ...set }, place);
  return found.map(({ level, check, say }) => `${level} ${check}: ${say}`);
}

test('of a good installation nothing is said that is said of a bad one', async () => {
  const lines = await linesOf({});
  const said = Object.entries(KINDS).filter(([, [says]]) => lines.some((line) => says.test(line)));
  expect(said.map(([kind]) => kind)).toEqual([...ALWAYS, SUPERUSER]);
  const bad = lines.filter((line) => line.startsWith('bad '));
  expect(bad).toHaveLength(ALWAYS.length);
});

/** It has file systems in memory, and more than one address on loopback. */
const OF_LINUX = new Set([
  'BACKUP_DIR cannot be written',
  'a database of the server itself is in memory',
  'TRUST_PROXY does not count a proxy',
]);

test.for(Object.entries(KINDS))(
  '%s: the doctor says so',
  async ([kind, [says, spoil]], { skip }) => {
    skip(process.platform !== 'linux' && OF_LINUX.has(kind), 'only Linux can be so');
    expect(await linesOf(await spoil(good))).toContainEqual(expect.stringMatching(says));
  },
);

test('a certificate of half a day is well while it is renewed', async () => {
  const front = await putBefore(good.server.url, passOn, { from: -0.25, to: 0.25 });
  const lines = await linesOf({ url: front.href });
  expect(lines).not.toContainEqual(expect.stringMatching(/the certificate ends/));
});

test('the page of the doctor lists what it finds', async () => {
  const page = await readFile(PAGE, 'utf8');
  const rows = [...page.matchAll(/^\| (?!Installation|-)(.+?) \| (bad|warn) (.+?) \|$/gm)];
  const listed = rows.map(
    ([, kind, level, check]) => `${kind?.replaceAll('`', '')}: ${level} ${check}`,
  );
  const named = Object.entries(KINDS).map(([kind, [{ source }]]) => {
    const [, level, checks = ''] = /^\^(bad|warn) (.+?):/.exec(source) ?? [];
    return `${kind}: ${level} ${checks}`;
  });
  expect(listed).toEqual(named);
});
