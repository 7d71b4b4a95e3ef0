import type { Page } from 'playwright/test';
import { expectDeskAccessible } from '../fixtures/desk-pages.ts';
import { ACTS, callsOf, makeLeads, OWN_CALLS } from '../fixtures/leads.ts';
import { type Friend, makePerson, openAs } from '../fixtures/people.ts';
import { listItem } from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';
import { SWEEP } from '../fixtures/tags.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const nameOf = (page: Page, { name }: Friend) =>
  page.getByRole('main').getByRole('heading', { name, level: 3 });
const count = (page: Page) =>
  page.getByRole('region', { name: 'Call list' }).getByRole('status').first();

test(
  'Overdue people come first, and calls are noted by keys alone',
  SWEEP,
  async ({ app, page, person }) => {
    const referrer = await makePerson(app);
    const days = [0, -1, -3, 0];
    const [third, second, first, fourth] = await makeLeads(app, { person, referrer }, days);
    await openAs(page, person, OWN_CALLS);
    await expect(nameOf(page, first!)).toBeVisible();
    await expect(count(page)).toHaveText('4 due, 2 overdue');
    await expect(page.getByText('Overdue by 3 days')).toBeVisible();
    await expect(page.getByRole('link', { name: `Call ${first!.name}` })).toHaveAttribute(
      'href',
      /^tel:\+?\d+$/,
    );
    await expect(page.getByRole('link', { name: referrer.username })).toBeVisible();
    await expectDeskAccessible(page, 'The call list');

    await page.keyboard.press('2');
    await expect(toast(page)).toContainText(`${first!.name} is due again tomorrow.`);
    await expect(nameOf(page, second!)).toBeFocused();
    await page.keyboard.press('j');
    await expect(nameOf(page, third!)).toBeFocused();
    await page.keyboard.press('k');
    await expect(nameOf(page, second!)).toBeFocused();
    await page.keyboard.press('1');
    await expect(nameOf(page, third!)).toBeFocused();
    await page.keyboard.press('3');
    await expect(page.getByRole('spinbutton', { name: /^month/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Call back/ })).toBeFocused();
    await page.keyboard.press('3');
    await expect(page.getByRole('spinbutton', { name: /^month/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(nameOf(page, fourth!)).toBeFocused();
    await expect(count(page)).toHaveText('1 due');
    await page.keyboard.press('4');
    await expect(page.getByText('Nobody is waiting for a call.')).toBeVisible();
    await expect(count(page)).toHaveText('0 due');

    await expect
      .poll(() => callsOf(app, person))
      .toMatchObject([
        { name: first!.name, outcome: 'no_answer', status: 'submitted' },
        { name: second!.name, outcome: 'reached', status: 'contact_made' },
        { name: third!.name, outcome: 'call_back', status: 'submitted' },
        { name: fourth!.name, outcome: 'not_interested', status: 'contact_made' },
      ]);
  },
);

test('Calls without signal wait, can be taken back, and are sent exactly once', async ({
  app,
  page,
  person,
  signal,
  network,
}) => {
  const referrer = await makePerson(app);
  const [first, second] = await makeLeads(app, { person, referrer }, [-2, -1]);
  await openAs(page, person, OWN_CALLS);
  await expect(nameOf(page, first!)).toBeVisible();
  await signal.lose();
  await page.reload();
  await expect(nameOf(page, first!)).toBeVisible();
  await page.getByRole('textbox', { name: 'Note' }).fill('Call 1 of 2');
  await page.getByRole('button', { name: 'No answer' }).click();
  await expect(nameOf(page, second!)).toBeFocused();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(nameOf(page, first!)).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Call 1 of 2');
  await page.getByRole('button', { name: 'Reached' }).click();
  await expect(nameOf(page, second!)).toBeFocused();
  await page.reload();
  await expect(nameOf(page, second!)).toBeVisible();
  await expect(count(page)).toHaveText('1 due, 1 overdue');

  network.setTrouble('answer-lost', ACTS);
  await page.context().setOffline(false);
  await expect.poll(() => callsOf(app, person)).toHaveLength(1);
  await signal.regain();
  await expect(page.getByText('All sent').first()).toBeVisible();
  expect(await callsOf(app, person)).toMatchObject([
    { name: first!.name, outcome: 'reached', note: 'Call 1 of 2', status: 'contact_made' },
  ]);
});

test(
  'A note is read by the referrer only if it is shared with them',
  SWEEP,
  async ({ app, page, person, newDevice, network }) => {
    const referrer = await makePerson(app);
    const [friend] = await makeLeads(app, { person, referrer }, [-1]);
    await openAs(page, person, OWN_CALLS);
    await expect(nameOf(page, friend!)).toBeVisible();
    await page.getByRole('textbox', { name: 'Note' }).fill('Asked about 2 batteries');
    await page.getByRole('button', { name: 'Reached' }).click();
    await expect(page.getByText('Nobody is waiting for a call.')).toBeVisible();

    // Whoever is not due can be called all the same, from their page.
    await page.goto('/admin?panel=referrals&q=' + encodeURIComponent(friend!.email));
    await page.getByRole('row').filter({ hasText: friend!.email }).click();
    await page.getByRole('link', { name: 'Note a call' }).click();
    await expect(nameOf(page, friend!)).toBeVisible();
    await expect(page.getByText('Asked about 2 batteries')).toBeVisible();
    await page.getByRole('textbox', { name: 'Note' }).fill('They look forward to our visit');
    await page.getByText('The referrer may read this note').click();
    await page.getByRole('button', { name: 'Reached' }).click();
    await expect.poll(() => callsOf(app, person)).toHaveLength(2);

    const device = await newDevice();
    const theirs = await device.newPage();
    await theirs.goto(network.origin);
    await device.request.post(`${network.origin}/api/login`, {
      data: { email: referrer.email, password: referrer.password },
    });
    await theirs.goto(`${network.origin}/referrals`);
    await listItem(theirs, friend!).getByRole('button').first().click();
    const history = theirs.getByRole('dialog').getByRole('list', { name: 'History' });
    await expect(history).toContainText('They look forward to our visit');
    await expect(history).not.toContainText('Asked about');
  },
);

test(
  'A lead is taken and given back, and the list shows whose it is',
  SWEEP,
  async ({ app, page, person }) => {
    const referrer = await makePerson(app);
    const [friend] = await makeLeads(app, { person, referrer }, [-1]);
    await openAs(page, person, OWN_CALLS);
    await expect(page.getByText('Your lead')).toBeVisible();
    await page.getByRole('button', { name: `Give back ${friend!.name}` }).click();
    await expect(page.getByText('Nobody yet')).toBeVisible();
    // Somebody who is on the phone stays on the screen.
    await expect(nameOf(page, friend!)).toBeVisible();
    await expect(count(page)).toHaveText('0 due');
    await page.getByRole('button', { name: `Take ${friend!.name}` }).click();
    await expect(page.getByText('Your lead')).toBeVisible();
    await expect(count(page)).toHaveText('1 due, 1 overdue');
    await page.keyboard.press('3');
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
    await expectDeskAccessible(page, 'The day to call back');
  },
);

test(
  'On a phone, number and outcomes stand on the first screen, and cover nothing',
  SWEEP,
  async ({ app, page, person }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const referrer = await makePerson(app);
    const [friend] = await makeLeads(app, { person, referrer }, [0]);
    await openAs(page, person, OWN_CALLS);
    await expect(nameOf(page, friend!)).toBeVisible();
    const call = page.getByRole('link', { name: `Call ${friend!.name}` });
    const outcomes = page.getByRole('group', { name: 'How the call ended' }).getByRole('button');
    await expect(outcomes).toHaveCount(4);
    for (const one of [call, ...(await outcomes.all())]) {
      await expect(one).toBeInViewport({ ratio: 1 });
      // Neither the bottom bar nor anything else lies above it.
      await one.click({ trial: true });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const [number, last] = [await call.boundingBox(), await outcomes.last().boundingBox()];
    expect(last!.y, 'one row').toBeLessThan(number!.y + number!.height);
  },
);
