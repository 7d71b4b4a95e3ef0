import { type Browser, expect, type Page } from 'playwright/test';
import { type RestorableApp, signInAgain, type WayBack } from '../../fixtures/put-back.ts';
import { randomFrom } from '../kills/random.ts';
import { signInElsewhere } from './add-elsewhere.ts';
import { openDesk, removeElsewhere } from './desk.ts';
import { type Device, makeDevice, untilHealed, upload } from './device.ts';
import type { Findings } from './findings.ts';
import { findMiscounted, findMispaid, idOf, readCompleted, readRows, without } from './judge.ts';
import { DELETED, LATER, namesOf, type Plan, SOONER } from './plan.ts';

/** How many devices are busy at once. */
const AT_ONCE = 3;

/**
 * A server is put back to an earlier state, and its devices come back in random order, each twice. Throws if one of them
 * does not show in the end what the server has.
 */
export async function rehearse(wayBack: WayBack, browser: Browser, plan: Plan): Promise<Findings> {
  const startedAt = performance.now();
  const app = await wayBack.start();
  try {
    const found = await goBack({ app, browser, plan }, wayBack);
    return { ...found, seconds: Math.round((performance.now() - startedAt) / 1000) };
  } finally {
    await app.stop();
  }
}

interface World {
  readonly app: RestorableApp;
  readonly browser: Browser;
  readonly plan: Plan;
}

async function goBack(
  { app, browser, plan }: World,
  { way, endsSessions }: WayBack,
): Promise<Omit<Findings, 'seconds'>> {
  const numbers = Array.from({ length: plan.devices }, (_, at) => at);
  const devices = await eachOf(numbers, () => makeDevice(browser, app));
  const erased = devices.slice(-plan.erased);
  const living = devices.slice(0, -plan.erased);
  const desk = await openDesk(browser, app);
  const uploadAll = (part: 'rows' | 'tail') =>
    eachOf(numbers, async (at) => {
      const device = devices[at];
      await device?.visit((page) => upload(device, page, namesOf(plan, part, at)));
    });

  await uploadAll('rows');
  await desk.complete(SOONER);
  const kept = await readRows(app);
  await app.keep();
  await uploadAll('tail');
  await desk.complete(LATER);
  const deleted = await app.sql<{ id: string }>('select id from referrals where name like $1', [
    `${DELETED} %`,
  ]);
  await removeElsewhere(app, { referrals: deleted, people: erased.map(({ person }) => person) });
  await eachOf(erased, findNobody);
  await eachOf(living, (device) => device.visit((page) => untilHealed(device, page)));

  const acknowledged = await readRows(app);
  const completed = await readCompleted(app);
  for (const { sent } of devices) sent.clear();
  await app.putBack();
  // The first calls that the server gets are a sign-in and a push, and no list is asked for before.
  const [first] = devices;
  const add = first && (await signInElsewhere(app, first.person));
  await add?.();
  const left = await readRows(app);
  const random = randomFrom(plan.seed);
  for (const mustSignIn of [endsSessions, false]) {
    await eachOf(shuffle(devices, random), async (device) => {
      if (erased.includes(device)) return device.visit(lookAround);
      await device.visit(async (page) => {
        if (mustSignIn) await signInAgain(page, device.person);
        await untilHealed(device, page);
      });
    });
  }
  // Where sessions go on, the desk hears of it with its next question who is signed in, five minutes later at most.
  const confirmed = endsSessions ? await desk.confirmAgain() : 0;

  const after = await readRows(app);
  // Deleted and erased rows that were there when the state was kept are there again: the operator's doing.
  const expected = new Set([...acknowledged, ...kept, ...left]);
  const known = new Set([...acknowledged].map(idOf));
  const sentThoughGone = devices.flatMap(({ sent }) => without(sent, known));
  return {
    way,
    devices: plan.devices,
    acknowledged: acknowledged.size,
    cameBack: without(after, left).length,
    confirmed,
    missing: without(expected, after).length,
    resurrected: without(after, expected).length + sentThoughGone.length,
    statusesLost: without(completed, await readCompleted(app)).length,
    mispaid: (await findMispaid(app)).length,
    miscounted: (await findMiscounted(app)).length,
  };
}

/** Whoever was erased is told so, and the device forgets them. */
const findNobody = (device: Device) => device.visit((page) => expect(page).toHaveURL(/\/auth/));

/** The person's erasure is lost, too: if their session was kept, the server knows them again. */
const lookAround = (page: Page) =>
  expect(page.getByRole('heading', { name: /^(Welcome|My Referrals)$/ })).toBeVisible();

/** Does the work for each, some at once; resolves with the results in the order of the items. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...items.entries()];
  const goOn = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, item] = next;
      results[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return results;
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
