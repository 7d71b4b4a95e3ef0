import { expect } from 'playwright/test';
import { makeFriend, signIn } from '../../../fixtures/people.ts';
import {
  addReferral,
  connection,
  openWaiting,
  expectAllSent,
  expectSentOnce,
  listItem,
  PUSH,
  serverRows,
  waitingRows,
} from '../../../fixtures/referrals.ts';
import type { Action } from './action.ts';
import { lookAgain, PATIENCE } from './settled.ts';

/** A waiting row gets a different email, and that version meets the fault. */
export const edit: Action = {
  name: 'edit',
  calls: PUSH,
  isQueued: true,
  async begin({ app, page, person, proxy }) {
    const [first, changed] = [makeFriend(), makeFriend()];
    await signIn(page, person);
    await expect(connection(page)).toHaveText('All sent');
    const noSignal = proxy.plant({ fault: 'drop-before', only: PUSH });
    await addReferral(page, first);
    await openWaiting(page);
    const waiting = page.getByRole('dialog', { name: 'Sent and waiting' });
    return {
      async act() {
        await waiting.getByRole('button', { name: `Edit ${first.name}` }).click();
        const form = page.getByRole('dialog').getByRole('form', { name: 'Edit referral' });
        await form.getByLabel('Email').fill(changed.email);
        await form.getByRole('button', { name: 'Save' }).click();
        const edited = [{ email: changed.email }];
        await expect.poll(() => waitingRows(page, person.id)).toMatchObject(edited);
        await waiting.getByRole('button', { name: 'Close' }).click();
        noSignal.lift();
        await lookAgain(page);
      },
      async expectTruth() {
        await expect(listItem(page, first)).toContainText('Waiting to send');
        expect(await waitingRows(page, person.id)).toMatchObject([{ email: changed.email }]);
      },
      async expectDone() {
        await expectAllSent(page, PATIENCE);
        await expect(listItem(page, first)).toHaveText(/Submitted/);
        const rows = await expectSentOnce(app, changed);
        expect(rows.map(({ userId }) => userId)).toEqual([person.id]);
        expect(await serverRows(app, first)).toEqual([]);
      },
    };
  },
};
