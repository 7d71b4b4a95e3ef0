import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { WINGS } from './wings.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where wings stand, in the order of the columns of docs/folders.md. */
const SIDES = ['shared-types/src', 'sync-server/src', 'pwa/src', 'pwa/src/desk'] as const;
const NAME = /`([\w.-]+)\/?`/g;

/** What a wing's table names on each side. */
function namesOf(wing: string): string[][] {
  const page = readFileSync(path.join(root, 'docs/folders.md'), 'utf8');
  const [, table = ''] = page.split(`\n### ${wing}: `);
  const [section = ''] = table.split(/\n##+ /);
  const rows = section.split('\n').filter((line) => /^\| [a-z-]+ \|/.test(line));
  return SIDES.map((_, side) =>
    rows.flatMap((row) => [...(row.split('|')[side + 2] ?? '').matchAll(NAME)].map(nameOf)),
  );
}

const nameOf = ([, name = '']: RegExpExecArray) => name;

/** The nouns of a wing on one side: files of the contract, elsewhere folders. */
function nounsIn(side: string, wing: string): string[] {
  const isContract = side.startsWith('shared-types');
  const folder = path.join(root, side, wing);
  const all = readdirSync(path.dirname(folder)).includes(wing)
    ? readdirSync(folder, { withFileTypes: true })
    : [];
  return all
    .filter((one) => (isContract ? !one.name.endsWith('.test.ts') : one.isDirectory()))
    .map(({ name }) => name);
}

test.each(WINGS.flatMap((wing) => SIDES.map((side, index) => [wing, side, index] as const)))(
  'the table of %s names what is in %s, and nothing else',
  (wing, side, index) => {
    const named = new Set(namesOf(wing)[index]);
    expect([...named].toSorted()).toEqual(nounsIn(side, wing).toSorted());
  },
);
