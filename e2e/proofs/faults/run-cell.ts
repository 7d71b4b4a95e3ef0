import { expect, type Page } from 'playwright/test';
import { fillSignIn } from '../../fixtures/people.ts';
import type { Begun, CellWorld } from './actions/action.ts';
import { lookAgain, PATIENCE } from './actions/settled.ts';
import type { Cell } from './cells.ts';
import { RETRY_AFTER_SECONDS } from './fault-kinds.ts';
import type { FaultProxy, Planted } from './proxy.ts';
import type { HeaderWord } from './watch-header.ts';

/** Every call except the sign-in. */
const ALL_CALLS = /^\w+ \/api\/(?!login)/;
/** A passing fault would delay every row for as long, so it meets only this many calls. */
const LATE_CALLS = 2;

interface Running extends Cell {
  readonly world: CellWorld;
  readonly begun: Begun;
  readonly planted: Planted;
  readonly said: Said;
}

/** What the header said, and the time from which it counts; epoch milliseconds. */
interface Said {
  readonly header: readonly HeaderWord[];
  readonly actedAt: number;
}

/**
 * Does the action under the fault, checks that what the person reads is true, lifts the fault, and checks
 * that all ends well by itself or by the one thing the screen offers.
 */
export async function runCell(
  cell: Cell,
  world: CellWorld,
  header: readonly HeaderWord[],
): Promise<void> {
  const { row, action } = cell;
  const begun = await action.begin(world);
  const planted = plantFor(cell, world.proxy);
  await begun.act();
  const actedAt = Date.now();
  const said = { header, actedAt };
  await planted.met;
  if (row.isPassing !== true) await getOver({ ...cell, world, begun, planted, said });
  await begun.expectDone(row);
  if (action.isQueued !== true) return;
  expectNoLie(cell, world.proxy, said);
  expectLeftAlone(cell, world.proxy);
}

function plantFor({ row, action }: Cell, proxy: FaultProxy): Planted {
  const { fault, isEverywhere } = row;
  // A sign-in meets faults of the session in its own call.
  const isOwn = isEverywhere !== true || action.name === 'sign-in';
  const times = fault === 'delay' ? LATE_CALLS : Infinity;
  const only = isOwn ? action.calls : ALL_CALLS;
  return proxy.plant({ fault, only, from: isOwn ? (action.from ?? 1) : 1, times });
}

async function getOver(running: Running): Promise<void> {
  const { world, begun, planted, row, action } = running;
  const { page, person } = world;
  await begun.expectTruth(row);
  if (action.isQueued) await expectHeader(running);
  if (row.isEverywhere && action.name !== 'sign-in') {
    await askForSignIn(page);
    planted.lift();
    await fillSignIn(page, person);
    return;
  }
  planted.lift();
  await (begun.remedy?.() ?? lookAgain(page));
}

/** Between attempts the word may stand for less than a second; one that came before and still stands counts, too. */
async function expectHeader({ row, said: { header, actedAt } }: Running): Promise<void> {
  const isRight = ({ text }: HeaderWord, at: number) =>
    (header[at + 1]?.at ?? Infinity) > actedAt && row.header.test(text);
  await expect(() => {
    expect(header.some(isRight), JSON.stringify(header.at(-1))).toBe(true);
  }).toPass(PATIENCE);
}

async function askForSignIn(page: Page): Promise<void> {
  await page.locator('.connection-chip:visible').click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
}

/** The header never said 'All sent' before the last answer was on its way. */
function expectNoLie({ action }: Cell, { passages }: FaultProxy, { header, actedAt }: Said): void {
  const good = passages.filter(({ name, deliveredAt }) => action.calls.test(name) && deliveredAt);
  const doneAt = good.at(-1)?.at ?? Infinity;
  const lies = header.filter(({ text, at }) => text === 'All sent' && at > actedAt && at < doneAt);
  expect(lies, 'what the header said too early').toEqual([]);
}

/** Our server asked the app to wait, and the app did. */
function expectLeftAlone({ action }: Cell, { passages }: FaultProxy): void {
  const calls = passages.filter(({ name }) => action.calls.test(name));
  const refused = calls.filter(({ fault }) => fault === 'too-many');
  for (const { at } of refused) {
    const isTooEarly = (one: number) => one > at && one < at + RETRY_AFTER_SECONDS * 1000;
    expect(calls.filter((one) => isTooEarly(one.at))).toEqual([]);
  }
}
