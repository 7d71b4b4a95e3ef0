import type { Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { expectFits } from '../fixtures/fits.ts';
import { makeFriend, openAs, type Person } from '../fixtures/people.ts';
import { profileAt, sectionOf } from '../fixtures/profile.ts';
import { addReferral, connection, expectSentOnce } from '../fixtures/referrals.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

const reports = (app: AppProcess, { id }: Person) =>
  app.sql<{ waiting: number; missing: unknown[] }>(
    'select waiting, missing from device_reports where user_id = $1',
    [id],
  );

/** As a browser does that is told to delete the data of websites, but not its cookies. */
async function clearDatabases(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}

test(
  'The office sees what waits on a phone and whom to call, and what is missing once the browser was wiped',
  SWEEP,
  async ({ app, context, network, newDevice, page, person, signal }) => {
    await app.sql(`update users set phone = '(212) 555-0177' where id = $1`, [person.id]);
    const friends = [makeFriend(), makeFriend()];
    await openAs(page, person, '/');
    await signal.lose();
    for (const friend of friends) await addReferral(page, friend);
    expect((await reports(app, person)).filter(({ waiting }) => waiting > 0)).toEqual([]);
    // The phone is back, and something on the way keeps the rows from the server.
    await page.close();
    await signal.regain();
    network.setTrouble('down', /^POST \/api\/(sync|referrals)/);
    const phone = await context.newPage();
    await phone.goto(profileAt('device'));
    await expect
      .poll(() => reports(app, person), POLL)
      .toMatchObject([{ waiting: 2, missing: [] }]);
    await expect(sectionOf(phone, 'This device')).toContainText(
      /The office was told on .*: 2 waiting/,
    );

    const desk = await (await newDevice()).newPage();
    await openDesk(desk, app, 'panel=devices');
    const item = desk.getByRole('article', { name: person.username });
    await expect(item).toContainText('2 referrals waiting');
    await expect(item.getByRole('link', { name: /^Call/ })).toHaveAttribute(
      'href',
      'tel:+12125550177',
    );
    await expectDeskAccessible(desk, 'Waiting on Devices');
    await desk.setViewportSize({ width: 390, height: 844 });
    await expectFits(desk, 'Waiting on Devices, 390 px');

    await phone.goto('about:blank');
    await clearDatabases(phone, network.origin);
    network.setTrouble(undefined);
    await phone.goto('/');
    await expect(connection(phone)).toHaveText('All sent');
    await expect.poll(async () => (await reports(app, person))[0]?.missing.length, POLL).toBe(2);
    await desk.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(item).toContainText('2 referrals missing');
    await expect(item.getByRole('listitem')).toHaveCount(2);
    await expectDeskAccessible(desk, 'Waiting on Devices, with missing rows');

    await item.getByRole('button', { name: 'Settled' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Take off the list' }).click();
    await expect(item).toBeHidden();
  },
);

/** The phone looks with each check for achievements, every five seconds. */
const POLL = { timeout: 20_000 };

test(
  'What a phone sends, and what its owner takes back, is never missing',
  SWEEP,
  async ({ app, home: page, network, person, signal }) => {
    await expect.poll(() => reports(app, person), POLL).toMatchObject([{ waiting: 0 }]);
    const [sent, removed] = [makeFriend(), makeFriend()];
    await signal.lose();
    await addReferral(page, sent);
    await addReferral(page, removed);
    await signal.regain();
    network.setTrouble('down', /^POST \/api\/(sync|referrals)/);
    await page.reload();
    await expect.poll(() => reports(app, person), POLL).toMatchObject([{ waiting: 2 }]);

    await page.goto('/?waiting=1');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('listitem')
      .filter({ hasText: removed.name })
      .getByRole('button', { name: /^Remove/ })
      .click();
    network.setTrouble(undefined);
    await page.goto('/');
    await expect(connection(page)).toHaveText('All sent');
    await expectSentOnce(app, sent);
    await expect
      .poll(() => reports(app, person), POLL)
      .toMatchObject([{ waiting: 0, missing: [] }]);
  },
);
