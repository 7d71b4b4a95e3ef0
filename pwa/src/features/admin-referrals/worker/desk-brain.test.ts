import { beforeEach, expect, test, vi } from 'vitest';
import {
  putAdminReferrals,
  readAdminMeta,
  replaceAdminReferrals,
} from '../../../data/admin-blocks.ts';
import { UserDb } from '../../../data/user-db.ts';
import { anAdminReferral } from '../../../test/builders.ts';
import { DeskBrain } from './desk-brain.ts';
import type { FromDesk, Question } from '../desk-messages.ts';
import { type DeskView, FIRST_VIEW, type ListPage } from '../desk-view.ts';
import { ALL_SELECTED } from '../selection.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
let db: UserDb;
let sent: FromDesk[];
let brain: DeskBrain;

beforeEach(() => {
  db = new UserDb(crypto.randomUUID());
  sent = [];
  brain = new DeskBrain(db, (message) => sent.push(message));
});

const manyRows = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    anAdminReferral({ name: `Friend ${n}`, date: at(n), createdAt: at(n) }),
  );
const pages = () => sent.flatMap((one): ListPage[] => (one.kind === 'list' ? [one.page] : []));
const list = (view: Partial<DeskView> = {}, from = 0, to = 3) =>
  brain.ask({ kind: 'list', serial: 1, view: { ...FIRST_VIEW, ...view }, from, to });
const namesOf = (page: ListPage | undefined) => page?.rows.map(({ referral }) => referral.name);

async function answerTo(question: Question): Promise<unknown> {
  brain.ask({ kind: 'ask', serial: 7, question });
  return vi.waitFor(() => {
    const found = sent.find((one) => one.kind === 'answer');
    if (found?.kind !== 'answer') throw new Error('no answer yet');
    return found.answer;
  });
}

test('the newest rows come before the whole list is read', async () => {
  await replaceAdminReferrals(db, manyRows(500));
  await putAdminReferrals(db, [anAdminReferral({ name: 'Just in', date: at(999) })], []);
  list();
  await brain.catchUp();
  const [first, second] = pages();
  expect(first).toMatchObject({
    isPartial: true,
    total: 500,
    counts: { all: 500, submitted: 500 },
  });
  expect(namesOf(first)).toEqual(['Just in', 'Friend 499', 'Friend 498']);
  expect(second).toBeUndefined();
  expect(sent.at(-1)).toEqual({ kind: 'changed' });

  list();
  await vi.waitFor(() => expect(pages()).toHaveLength(2));
  expect(pages()[1]).toMatchObject({ isPartial: false, total: 501 });
});

test('a filtered view waits for the whole list', async () => {
  await replaceAdminReferrals(db, manyRows(500));
  list({ q: 'friend 7' });
  await brain.catchUp();
  expect(pages()).toHaveLength(1);
  expect(namesOf(pages()[0])).toEqual(['Friend 79', 'Friend 78', 'Friend 77']);
});

test('of several lists requested at once, only the last is answered', async () => {
  await replaceAdminReferrals(db, manyRows(20));
  await brain.catchUp();
  list({ q: 'f' });
  list({ q: 'fr' });
  list({ q: 'friend 1' }, 1, 3);
  await vi.waitFor(() => expect(pages()).toHaveLength(1));
  expect(pages()[0]).toMatchObject({ total: 11, from: 1 });
  expect(namesOf(pages()[0])).toEqual(['Friend 18', 'Friend 17']);
});

test('what another tab or an act stored is added without reading everything again', async () => {
  const rows = manyRows(3);
  await replaceAdminReferrals(db, rows);
  await brain.catchUp();
  await putAdminReferrals(db, [{ ...rows[0]!, status: 'completed' }], [rows[1]!.id]);
  expect(await brain.catchUp()).toEqual({ isStored: true, hasChanged: true });
  expect(await brain.catchUp()).toEqual({ isStored: true, hasChanged: false });
  list({ status: 'completed' });
  await vi.waitFor(() => expect(namesOf(pages()[0])).toEqual(['Friend 0']));
  expect(pages()[0]?.counts['all']).toBe(2);
});

test('a replaced or deleted list leaves nothing behind', async () => {
  await replaceAdminReferrals(db, manyRows(3));
  await brain.catchUp();
  await replaceAdminReferrals(db, [anAdminReferral({ name: 'Alone' })]);
  await brain.catchUp();
  list();
  await vi.waitFor(() => expect(namesOf(pages()[0])).toEqual(['Alone']));
  await db.adminBlocks.clear();
  expect(await brain.catchUp()).toEqual({ isStored: false, hasChanged: true });
  list();
  await vi.waitFor(() => expect(pages()[1]?.total).toBe(0));
});

test('many changes are folded into the blocks once the list is complete', async () => {
  const [row] = manyRows(1);
  await replaceAdminReferrals(db, [row!]);
  for (let n = 0; n < 60; n += 1) await putAdminReferrals(db, [{ ...row!, name: `N ${n}` }], []);
  await brain.catchUp();
  await brain.finish();
  expect((await readAdminMeta(db))?.changes).toBe(0);
  expect(await brain.catchUp()).toMatchObject({ hasChanged: false });
  list();
  await vi.waitFor(() => expect(namesOf(pages()[0])).toEqual(['N 59']));
});

test('referrals to be changed carry the status each was seen with', async () => {
  const rows = manyRows(3);
  await replaceAdminReferrals(db, rows);
  await brain.catchUp();
  brain.showWaiting(new Map([[rows[2]!.id, { status: 'in_progress' }]]));
  const everything = { selection: ALL_SELECTED, view: FIRST_VIEW, max: 10 };
  const changes = await answerTo({ kind: 'changes', to: 'completed', ...everything });
  expect(changes).toMatchObject({
    total: 3,
    targets: [
      { id: rows[2]!.id, status: 'in_progress' },
      { id: rows[1]!.id, status: 'submitted' },
      { id: rows[0]!.id, status: 'submitted' },
    ],
  });
});

test('the file contains what the view shows, and is safe to open in a spreadsheet', async () => {
  await replaceAdminReferrals(db, [
    anAdminReferral({ name: '=HYPERLINK("x")', status: 'completed' }),
    anAdminReferral({ name: 'Not shown' }),
  ]);
  await brain.catchUp();
  const file = await answerTo({ kind: 'csv', view: { ...FIRST_VIEW, status: 'completed' } });
  const text = await (file as Blob).text();
  expect(text.split('\r\n')).toHaveLength(3);
  expect(text).toContain('Referred Person,Email,Phone,Referred By,Status,Reward,Date');
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
});

test('a referral comes with whoever may be the same person', async () => {
  const [one, twin] = [
    anAdminReferral({ email: 'same@example.com' }),
    anAdminReferral({ email: 'Same@example.com' }),
  ];
  await replaceAdminReferrals(db, [one, twin, anAdminReferral({ phone: null })]);
  await brain.catchUp();
  expect(await answerTo({ kind: 'referral', id: one.id })).toMatchObject({
    row: { referral: { id: one.id } },
    twins: expect.arrayContaining([expect.objectContaining({ id: twin.id })]),
  });
});

test('all are counted by status, including people with two referrers', async () => {
  await replaceAdminReferrals(db, [
    anAdminReferral({ phone: '+1 520 555 0101', userId: crypto.randomUUID() }),
    anAdminReferral({ phone: '520 555 0101', userId: crypto.randomUUID() }),
    anAdminReferral({ status: 'completed', phone: null }),
  ]);
  await brain.catchUp();
  await brain.finish();
  const counts = await answerTo({ kind: 'counts' });
  expect(counts).toMatchObject({ all: 3, submitted: 2, completed: 1, duplicate: 2 });
});

test('the neighbors of a referral are those in the view, with none beyond its ends', async () => {
  const rows = manyRows(3);
  await replaceAdminReferrals(db, rows);
  await brain.catchUp();
  const [oldest, middle, newest] = rows.map(({ id }) => id);
  const beside = (id = '') => answerTo({ kind: 'beside', id, view: FIRST_VIEW });
  const ofMiddle = { place: 2, total: 3, previous: newest, next: oldest };
  expect(await beside(middle)).toEqual(ofMiddle);
  sent = [];
  expect(await beside(oldest)).toEqual({ place: 3, total: 3, previous: middle, next: undefined });
  sent = [];
  expect(await beside('nobody')).toEqual({ place: 0, total: 3 });
});

test('typed text finds the newest referrals that contain it', async () => {
  await replaceAdminReferrals(db, manyRows(30));
  await brain.catchUp();
  const found = await answerTo({ kind: 'find', q: 'friend 2', max: 2 });
  expect(found).toMatchObject([{ name: 'Friend 29' }, { name: 'Friend 28' }]);
});
