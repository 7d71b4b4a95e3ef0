import type { Page } from 'playwright/test';
import { codeOf, letTake, makeAdmin, makeFriend, makePerson, signIn } from '../fixtures/people.ts';
import {
  connection,
  expectSentOnce,
  fillReferral,
  listItem,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { expect, LOST_CONNECTION, test } from '../fixtures/test.ts';
import { ONLINE, SWEEP } from '../fixtures/tags.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const TAKEN = /^POST \/api\/taken/;
const REFUSED = /status of 4\d\d/;

async function openForm(page: Page) {
  await page.goto('/referrals?add=1');
  const field = page.getByLabel('On behalf of');
  await expect(field).toBeVisible();
  return field;
}

async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Referral' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

const onBehalfCard = (page: Page) => page.getByRole('region', { name: 'Taken for others' });
const onBehalfItem = (page: Page, name: string) =>
  onBehalfCard(page).getByRole('listitem').filter({ hasText: name });

test(
  'A referral taken for a customer belongs to them, says who took it, and leads its own list',
  ONLINE,
  async ({ app, page, person: rep, newDevice }) => {
    await letTake(app, rep);
    const customer = await makePerson(app);
    await signIn(page, rep);
    const friend = makeFriend();
    const field = await openForm(page);
    await field.fill(`https://sunloop.example/refer/${await codeOf(app, customer)}`);
    await expect(page.getByRole('status').filter({ hasText: customer.username })).toBeVisible();
    await fillReferral(page, friend);
    await add(page);
    await expect(onBehalfItem(page, friend.name)).toContainText('Submitted');
    await expect(onBehalfItem(page, friend.name)).toContainText(customer.username);
    await expect(onBehalfCard(page).getByText('Today').locator('..')).toContainText('1');
    expect((await expectSentOnce(app, friend))[0]).toMatchObject({ userId: customer.id });

    // The next one for the same customer is a tap.
    const second = makeFriend();
    await openForm(page);
    await page.getByRole('button', { name: customer.username }).click();
    await fillReferral(page, second);
    await add(page);
    await expect(onBehalfItem(page, second.name)).toContainText('Submitted');

    const theirs = await (await newDevice()).newPage();
    await signIn(theirs, customer);
    await theirs.goto('/referrals');
    await expect(listItem(theirs, friend)).toContainText(`Taken by ${rep.username}`);
    await expect(theirs.getByLabel('On behalf of')).toHaveCount(0);
  },
);

test(
  'Taken without signal, it waits and is refused in words, days later too, and mended in place',
  SWEEP,
  async ({ app, page, person: rep, signal }) => {
    await letTake(app, rep);
    const [customer, paused, gone] = [
      await makePerson(app),
      await makePerson(app),
      await makePerson(app),
    ];
    await signIn(page, rep);
    await page.goto('/referrals');
    await expect(onBehalfCard(page)).toContainText('Nothing yet');
    await expect(connection(page)).toHaveText('All sent');
    const codes = {
      unknown: 'ZZZZ0000',
      paused: await codeOf(app, paused),
      gone: await codeOf(app, gone),
    };
    await signal.lose();
    const friends = { unknown: makeFriend(), paused: makeFriend(), gone: makeFriend() };
    for (const kind of ['unknown', 'paused', 'gone'] as const) {
      await page.getByRole('link', { name: 'Add Referral' }).first().click();
      const field = page.getByLabel('On behalf of');
      await field.fill('ABC');
      await page.getByRole('dialog').getByLabel('Full Name').fill('x');
      await expect(page.getByText('A customer’s code has 8 letters and digits')).toBeVisible();
      await field.fill(codes[kind]);
      await expect(page.getByText('Will be checked when it is sent.')).toBeVisible();
      await fillReferral(page, friends[kind]);
      await add(page);
      await expect(onBehalfItem(page, friends[kind].name)).toContainText('Waiting to send');
    }
    expect(await waitingRows(page, rep.id)).toHaveLength(3);
    await app.sql(`update users set is_active = 'false' where id = $1`, [paused.id]);
    await app.sql(`update users set is_active = 'false', erased_at = now() where id = $1`, [
      gone.id,
    ]);

    await signal.regain();
    for (const friend of Object.values(friends))
      await expect(onBehalfItem(page, friend.name)).toContainText('Needs a fix');
    await expect(listItem(page, friends.unknown).last()).toContainText(
      'No customer has the code ZZZZ0000',
    );
    await expect(listItem(page, friends.paused).last()).toContainText('is not active');
    await expect(listItem(page, friends.gone).last()).toContainText('was deleted');
    expect(await serverRows(app, ...Object.values(friends))).toEqual([]);

    await listItem(page, friends.gone).last().getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('On behalf of').fill(await codeOf(app, customer));
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(onBehalfItem(page, friends.gone.name)).toContainText('Submitted');
    expect((await expectSentOnce(app, friends.gone))[0]).toMatchObject({ userId: customer.id });
  },
);

test(
  'An answer that is lost again and again leaves one row',
  SWEEP,
  async ({ app, consoleGuard, network, page, person: rep }) => {
    consoleGuard.allow(LOST_CONNECTION);
    await letTake(app, rep);
    const customer = await makePerson(app);
    await signIn(page, rep);
    network.setTrouble('answer-lost', TAKEN);
    const friend = makeFriend();
    const field = await openForm(page);
    await field.fill(await codeOf(app, customer));
    await fillReferral(page, friend);
    await add(page);
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        return network.seen.filter((name) => TAKEN.test(name)).length;
      })
      .toBeGreaterThanOrEqual(3);
    await expect(onBehalfItem(page, friend.name)).toHaveCount(1);
    network.setTrouble(undefined);
    await expect(onBehalfItem(page, friend.name)).toContainText('Submitted', { timeout: 30_000 });
    await expectSentOnce(app, friend);
    // The server's list may have told of it before the answer to this device came.
    await expect.poll(() => waitingRows(page, rep.id)).toEqual([]);
  },
);

test(
  '‘Not mine’ waits for an admin, who decides that it stays',
  SWEEP,
  async ({ app, consoleGuard, page, person: customer, newDevice }) => {
    consoleGuard.allow(REFUSED);
    const [rep, admin] = [await makePerson(app), await makePerson(app)];
    await makeAdmin(app, admin);
    const [row] = await app.sql<{ id: string }>(
      `insert into referrals (id, user_id, name, email, status)
     values (gen_random_uuid(), $1, 'Taken Friend', $2, 'submitted') returning id`,
      [customer.id, makeFriend().email],
    );
    await app.sql(
      'insert into taken_referrals (referral_id, user_id, taken_by) values ($1, $2, $3)',
      [row?.id, customer.id, rep.id],
    );
    await signIn(page, customer);
    await page.goto('/referrals');
    const item = listItem(page, { name: 'Taken Friend' });
    await expect(item).toContainText(`Taken by ${rep.username}`);
    await item.getByRole('button', { name: 'Not mine?' }).click();
    await page.getByRole('button', { name: 'It is not mine' }).click();
    await expect(item).toContainText('You said it is not yours');

    const desk = await (await newDevice()).newPage();
    await desk.setViewportSize({ width: 1440, height: 900 });
    await signIn(desk, admin);
    await desk.getByRole('link', { name: /called ‘not mine’/ }).click();
    const part = desk.getByRole('region', { name: 'Taken for its referrer' });
    await expect(part).toContainText('that it is not theirs');
    await part.getByRole('button', { name: 'It stays theirs' }).click();
    await expect(part).toContainText('Decided: it stays');
    await page.reload();
    await expect(item).toContainText('We looked: it is yours');
  },
);
