import { listItem } from '../fixtures/referrals.ts';
import { openAs, referFromElsewhere } from '../fixtures/people.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

test.use(WITHOUT_WORKER);

const DAY_MS = 24 * 60 * 60 * 1000;

test(
  'A status the office sets reaches an open phone with the next check, which asks for nothing else',
  SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    // What was earned with it is news, which has the list fetched, too.
    await app.sql('update user_achievements set delivered_at = now() where user_id = $1', [
      person.id,
    ]);
    await openAs(page, person, '/referrals');
    await expect(listItem(page, friend)).toContainText('Submitted');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // Two checks that bring nothing new.
    const isCheck = (url: URL) => url.pathname.includes('/check/');
    for (let count = 0; count < 2; count += 1) {
      await page.waitForResponse((answer) => isCheck(new URL(answer.url())));
    }
    expect(asked.filter((path) => !/\/check\/|device-report/.test(path))).toEqual([]);

    await setStatuses(app, person, ['in_progress']);
    await expect(listItem(page, friend)).toContainText('In Progress', { timeout: 15_000 });
    expect(asked).toContain('/api/referrals');
  },
);

test(
  'A referral the office deletes leaves an open phone, and the figures follow',
  SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    await openAs(page, person, '/referrals');
    await expect(listItem(page, friend)).toBeVisible();
    await app.sql('delete from referrals where user_id = $1', [person.id]);
    await expect(listItem(page, friend)).toBeHidden({ timeout: 15_000 });
  },
);

test(
  'A page left open over midnight counts today anew, and so does the list of days',
  SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    await page.clock.install();
    await openAs(page, person, '/referrals');
    await page.getByRole('link', { name: 'Today: 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'What you added' });
    const added = (day: string) => dialog.getByRole('region', { name: day, exact: true });
    await expect(added('Today')).toContainText(friend.name);
    await page.clock.fastForward(DAY_MS);
    await expect(added('Yesterday')).toContainText(friend.name);
    await expect(added('Today')).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('link', { name: 'Today: 0' })).toBeVisible();
  },
);
