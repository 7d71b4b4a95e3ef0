import { makeFriend } from '../fixtures/people.ts';
import {
  addReferral,
  connection,
  expectSentOnce,
  listItem,
  waitingRows,
} from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

test('A referral added without signal is shown as waiting and reaches PostgreSQL once', async ({
  app,
  home: page,
  person,
  signal,
}) => {
  await expect(connection(page)).toHaveText('All sent');
  await signal.lose();

  const friend = makeFriend();
  await addReferral(page, friend);
  await expect(toast(page)).toContainText('It is saved on this device');
  await expect(listItem(page, friend)).toContainText('Waiting to send');
  await expect(connection(page)).toHaveText('Offline, 1 waiting');
  const [saved] = await waitingRows(page, person.id);
  expect(await app.sql('select 1 from referrals where user_id = $1', [person.id])).toEqual([]);

  await signal.regain();
  await expect(connection(page)).toHaveText('All sent');
  await expect(listItem(page, friend)).toContainText('Submitted');
  const [row] = await expectSentOnce(app, friend);
  expect(row).toMatchObject({ id: saved?.id, userId: person.id });
  expect(row?.date.toISOString(), 'when the device took it').toBe(saved?.date);
  expect(await waitingRows(page, person.id)).toEqual([]);
});
