import { choose } from '../fixtures/choose.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { toast } from '../fixtures/toast.ts';

test.use(WITHOUT_WORKER);

test(
  'Everybody who is owed money is paid in one act, with files, a note about the tax form and an undo',
  SWEEP,
  async ({ app, page, person }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await seedReferrals(app, person, 7);
    await setStatuses(app, person, ['completed']);
    await openDesk(page, app, 'panel=programme&tab=payouts');
    const run = page.getByRole('region', { name: 'Pay Run' });
    const own = run
      .getByRole('listitem')
      .filter({ has: page.getByLabel(`Pay ${person.username}`) });
    await expect(own).toContainText('$3,400');
    await expect(own).toContainText(/will have been paid \$3,400 in \d{4}, over \$2,000/);
    await expect(run.getByRole('list', { name: 'Needs a tax form' })).toContainText(
      person.username,
    );
    await expectDeskAccessible(page, 'the pay run');
    // Other tests of the same server have people who are owed money, too.
    const others = run.getByRole('list', { name: 'Owed money' }).getByRole('checkbox');
    for (const box of await others.all()) await box.uncheck({ force: true });
    await own.getByRole('checkbox').check({ force: true });
    await choose(run.getByLabel('Method'), 'Check');
    await run.getByLabel('Reference').fill('1042');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      run.getByRole('button', { name: 'File for the bank' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^sunloop-bank-\d{4}-\d\d-\d\d\.csv$/);

    await run.getByRole('button', { name: /^Pay 1 of \d+ · \$3,400$/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Mark $3,400 as paid?' });
    await expect(question).toContainText('no tax form has come');
    await question.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(own).toHaveCount(0);
    const marks = () =>
      app.sql<{ method: string; reference: string }>(
        `select distinct m.method, m.reference from payout_marks m
         join reward_history h on h.id = m.reward_id where h.user_id = $1 and m.is_paid`,
        [person.id],
      );
    expect(await marks()).toEqual([{ method: 'check', reference: '1042' }]);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(own).toContainText('$3,400');
    await expect(run.getByLabel('Reference')).toHaveValue('');
  },
);
