import { expect } from 'playwright/test';
import { makeFriend, signIn } from '../../../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectAllSent,
  expectSentOnce,
  listItem,
  PUSH,
  waitingRows,
} from '../../../fixtures/referrals.ts';
import type { Action } from './action.ts';
import { PATIENCE } from './settled.ts';

/** A friend is added with the form. */
export const submit: Action = {
  name: 'submit',
  calls: PUSH,
  isQueued: true,
  async begin({ app, page, person }) {
    const friend = makeFriend();
    await signIn(page, person);
    await expect(connection(page)).toHaveText('All sent');
    return {
      act: () => addReferral(page, friend),
      async expectTruth() {
        await expect(listItem(page, friend)).toContainText('Waiting to send');
        expect(await waitingRows(page, person.id)).toMatchObject([{ email: friend.email }]);
      },
      async expectDone() {
        await expectAllSent(page, PATIENCE);
        await expect(listItem(page, friend)).toHaveText(/Submitted/);
        const rows = await expectSentOnce(app, friend);
        expect(rows.map(({ userId }) => userId)).toEqual([person.id]);
      },
    };
  },
};
