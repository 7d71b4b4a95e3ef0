import type { ReferralChange } from '@sunloop/shared-types/referrals/admin-act.ts';
import { type AdminReferral, ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import * as v from 'valibot';
import {
  keepTheirs,
  readConflicts,
  readWaitingActs,
  setMine,
} from '../../src/sync/acts/acts-state.ts';
import { enqueueActs, takeBackAct } from '../../src/sync/acts/enqueue-acts.ts';
import { pageQuestion, readKeptReferrals, refreshPage } from '../../src/sync/read/desk-list.ts';
import type { DeskStep } from './steps.ts';
import type { Tab } from './tab.ts';
import type { World } from './world.ts';

const COLLEAGUE = 'the other admin';

/** What an admin does at their desk, and another admin at theirs. */
export function takeDeskStep(world: World, step: DeskStep): void {
  const { wishes } = world;
  const ids = wishes.ids();
  const idOf = (row: number) => ids[row % ids.length] ?? '';
  if (step.do === 'colleague') return world.desk.change(COLLEAGUE, idOf(step.row), step.to);
  // Only the admin has a desk.
  if (world.screenUser().who !== 'o') return;
  const tab = world.tab(step.tab);
  const db = tab.db(world.owner.id);
  switch (step.do) {
    case 'act':
      return world.begin(tab, () =>
        act(
          world,
          tab,
          step.acts.map(({ row, to }) => ({ id: idOf(row), to })),
        ),
      );
    case 'takeBack':
      return world.begin(tab, async () => {
        const id = idOf(step.row);
        if (await takeBackAct(db, id)) wishes.wanted.delete(id);
      });
    case 'decide':
      return world.begin(tab, () => decide(world, tab, step));
    case 'deskList':
      return world.begin(tab, () => refreshPage(db, pageQuestion({}), {}, tab.deps));
  }
}

/** Acts on what the screen shows: the list with the waiting changes applied. */
async function act(
  world: World,
  tab: Tab,
  wanted: readonly { id: string; to: string | null }[],
): Promise<void> {
  const { wishes } = world;
  const db = tab.db(world.owner.id);
  const waiting = await readWaitingActs(db);
  const listed = new Map((await readKeptReferrals(db)).map((row) => [row.id, row]));
  const acts = wanted.flatMap(({ id, to }): ReferralChange[] => {
    const row: AdminReferral | undefined = listed.get(id);
    if (!row || waiting.get(id)?.isDeleted) return [];
    return [toAct(id, waiting.get(id)?.status ?? row.status, to)];
  });
  // Each referral once, because a list can select it only once.
  const chosen = [...new Map(acts.map((each) => [each.id, each])).values()];
  chosen.forEach((each) => wishes.say(each));
  const seen = [...listed.values()];
  await enqueueActs(db, chosen, seen).finally(() =>
    chosen.forEach(({ id }) => wishes.noteSaved(id)),
  );
  chosen.forEach((each) => wishes.want(each, waiting.has(each.id)));
  const left = await readWaitingActs(db);
  for (const { id, expected } of chosen) {
    const here = left.get(id);
    // An act that leads back to the state before one never tried cancels both.
    if (!here) wishes.wanted.delete(id);
    // Of acts saved at the same moment the one stored last counts, whichever tab hears of its own first.
    else if (wishes.isContested(id)) wishes.want(toAct(id, expected, here.status ?? null), true);
  }
}

function toAct(id: string, expected: string, to: string | null): ReferralChange {
  if (to === null) return { act: 'delete', id, expected };
  return { act: 'status', id, expected, status: v.parse(ReferralStatus, to) };
}

async function decide(
  world: World,
  tab: Tab,
  { nth, isMine }: { nth: number; isMine: boolean },
): Promise<void> {
  const { wishes } = world;
  const db = tab.db(world.owner.id);
  const conflicts = await readConflicts(db);
  const conflict = conflicts[nth % Math.max(1, conflicts.length)];
  if (!conflict) return;
  if (!isMine || !conflict.referral) {
    await keepTheirs(db, conflict.id);
    wishes.wanted.delete(conflict.id);
    return;
  }
  if (conflict.act.act === 'call') throw new Error('the model makes no calls');
  const mine = { ...conflict.act, expected: conflict.referral.status };
  wishes.say(mine);
  await setMine(db, conflict).finally(() => wishes.noteSaved(mine.id));
  wishes.want(mine);
}
