import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import type { AppProcess } from '../fixtures/app-process.ts';
import { expectAccessible } from '../fixtures/axe.ts';
import { expectFits } from '../fixtures/fits.ts';
import { csvFile, linesOf, makeFriends, pickFile } from '../fixtures/csv-files.ts';
import { fillSignIn, type Friend, makeFriend, openAs, signIn } from '../fixtures/people.ts';
import {
  connection,
  expectAllSent,
  expectSentOnce,
  serverRows,
  waitingRows,
} from '../fixtures/referrals.ts';
import { expect, refusedWith, test } from '../fixtures/test.ts';
import { logOut } from '../fixtures/navigation.ts';
import { shareToApp } from '../fixtures/share-sheet.ts';
import { ONLINE, ONLINE_SWEEP, SWEEP } from '../fixtures/tags.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { toast } from '../fixtures/toast.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Bulk Upload' });

/** One count of the summary. */
const tally = (page: Page, label: string) =>
  dialog(page).locator('.tally > div').filter({ hasText: label }).locator('dd');

const storedOf = async (app: AppProcess, friends: Friend[]) =>
  (await serverRows(app, ...friends)).length;

test(
  'A file is reviewed and sent row by row, and refused rows are corrected in place',
  ONLINE,
  async ({ app, consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(409));
    const friends = makeFriends(12);
    const self = makeFriend({ email: person.email });
    await openAs(page, person, '/referrals');
    await page.getByRole('link', { name: 'Bulk Upload' }).click();
    await page
      .getByLabel('Choose CSV file')
      .first()
      .setInputFiles(
        csvFile(`Name,Email,Phone\r\n${linesOf([...friends, self])}\r\nX,nowhere\r\n`),
      );

    await expect(dialog(page)).toContainText('13 people');
    await expect(
      dialog(page).getByRole('list', { name: 'People found' }).locator('> li'),
    ).toHaveCount(10);
    await expect(dialog(page)).toContainText('Line 1 holds the headings · change');
    await expect(dialog(page)).toContainText('Left out 1 · fix');
    await dialog(page).getByRole('button', { name: 'fix the lines left out' }).click();
    await expect(dialog(page)).toContainText('Line 15');
    await expect(dialog(page)).toContainText('Name must be at least 2 characters');
    await page.getByRole('button', { name: 'Upload 13 referrals' }).click();
    await expect(page.getByRole('progressbar')).toBeVisible();

    await expect(dialog(page)).toContainText('Upload complete', { timeout: 30_000 });
    await expect(tally(page, 'Sent')).toHaveText('12');
    await expect(tally(page, 'Needs a fix')).toHaveText('1');
    await expectSentOnce(app, ...friends);

    await page.getByRole('button', { name: 'View Errors (1)' }).click();
    await expect(dialog(page)).toContainText(`${self.name}: You cannot refer yourself`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const saved = await readFile(await (await download).path(), 'utf8');
    const cells = [self.name, self.email, self.phone].join(',');
    expect(saved).toContain(`${cells},,You cannot refer yourself`);

    await page.getByRole('button', { name: `Edit ${self.name}` }).click();
    const mended = makeFriend({ name: self.name });
    await page.getByRole('form', { name: 'Edit referral' }).getByLabel('Email').fill(mended.email);
    await page.getByRole('button', { name: 'Send again' }).click();
    await expectSentOnce(app, mended);
    await expect(tally(page, 'Needs a fix')).toHaveText('0');
  },
);

test(
  'Columns are chosen and bad cells corrected before sending; a duplicate links to the existing one',
  ONLINE_SWEEP,
  async ({ app, consoleGuard, page, person }) => {
    consoleGuard.allow(refusedWith(409));
    const [ann, bob, cy] = [makeFriend(), makeFriend(), makeFriend()];
    const split = ({ name }: Friend) => `${name.slice(0, 2)},${name.slice(2)}`;
    await signIn(page, person);
    await pickFile(page, csvFile(linesOf([ann])));
    await page.getByRole('button', { name: 'Upload 1 referral' }).click();
    await expect(tally(page, 'Sent')).toHaveText('1');

    const lines = [
      `${split(ann)},${ann.email},1`,
      `${split(bob)},nowhere,2`,
      `${split(cy)},${cy.email},3`,
    ];
    await pickFile(page, csvFile(`First Name,Last Name,Correo,Code\r\n${lines.join('\r\n')}`));
    await expect(dialog(page)).toContainText('Columns:');
    await dialog(page).getByText('Columns:').press('Enter');
    await dialog(page).getByLabel('Name', { exact: true }).selectOption({ index: 1 });
    await dialog(page).getByLabel('Last name').selectOption({ index: 2 });
    await dialog(page).getByLabel('Email').first().selectOption({ index: 3 });
    await dialog(page).getByLabel('Phone').selectOption('None');
    await dialog(page).getByLabel('Address').selectOption('None');
    await expect(dialog(page)).toContainText(
      'Columns: Name: First Name, Last name: Last Name, Email: Correo',
    );
    await expect(page.getByRole('button', { name: 'Upload 2 referrals' })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'fix the lines left out' }).press('Enter');
    await dialog(page)
      .getByRole('listitem')
      .filter({ hasText: 'nowhere' })
      .getByLabel('Email')
      .fill(bob.email);
    await expect(dialog(page)).toContainText('Will be sent');
    await expectAccessible(page, 'a file being mended');
    await expectFits(page, 'a file being mended');
    await page.getByRole('button', { name: 'Upload 3 referrals' }).click();
    await expect(tally(page, 'Sent')).toHaveText('2');
    await expectSentOnce(app, bob, cy);

    await page.getByRole('button', { name: 'View Errors (1)' }).click();
    await page.getByRole('link', { name: 'Open the one you have' }).click();
    await expect(page.getByRole('dialog', { name: ann.name })).toContainText(ann.phone);
  },
);

test(
  'The line of the headings is shown and changed, columns have samples, and a line left out is fixed after the upload',
  ONLINE_SWEEP,
  async ({ app, home: page }) => {
    const [ann, bob] = [makeFriend({ name: 'Ann Lee' }), makeFriend({ name: 'Bob Ray' })];
    const lines = [
      'Fall list,,,',
      'Wer,Wohin,Tel,Firma',
      `${ann.name},${ann.email},${ann.phone},Acme`,
      `${bob.name},nowhere,${bob.phone},Globex`,
    ];
    await pickFile(page, csvFile(lines.join('\r\n')));
    await expect(dialog(page)).toContainText('No line holds the headings · change');
    await expect(dialog(page)).toContainText('Left out 3 · fix');
    await dialog(page).getByText('No line holds').click();
    await dialog(page).getByRole('combobox', { name: 'Headings' }).selectOption('2');
    await expect(dialog(page)).toContainText('Line 2 holds the headings · change');
    await expect(dialog(page)).toContainText('Left out 2 · fix');
    await dialog(page).getByText('Columns:').click();
    await expect(dialog(page)).toContainText('…, nowhere');
    await expect(dialog(page)).toContainText('Not used: Firma (Acme)');
    await expectAccessible(page, 'a file with its headings');
    await expectFits(page, 'a file with its headings');
    await page.getByRole('button', { name: 'Upload 1 referral' }).click();
    await expect(tally(page, 'Sent')).toHaveText('1');
    await expect(tally(page, 'Left out')).toHaveText('2');

    await page.getByRole('button', { name: 'fix the lines left out' }).click();
    await expect(dialog(page)).toContainText('Line 1 Fall list Above the headings');
    await dialog(page).getByLabel('Email').fill(bob.email);
    await expectAccessible(page, 'a line being fixed after the upload');
    await page.getByRole('button', { name: 'Upload 1 referral' }).click();
    await expectSentOnce(app, ann, bob);
    await expect(tally(page, 'Left out')).toHaveText('1');
  },
);

test(
  'Columns that cannot be told are asked, and chosen with the keyboard alone',
  ONLINE_SWEEP,
  async ({ app, home: page }) => {
    // A name with a number in it would look like an address.
    const [ann, bob] = [makeFriend({ name: 'Ann Lee' }), makeFriend({ name: 'Bob Ray' })];
    const line = (company: string, { name, email }: Friend, codes: string) =>
      `${company},${name},${email},${codes}`;
    const lines = [
      line('Acme Corp', ann, '5550100000,5550100001'),
      line('Globex Corp', bob, '5550100002,5550100003'),
    ];
    await pickFile(page, csvFile(lines.join('\r\n')));
    await expect(dialog(page)).toContainText('Some columns of this file are unclear.');
    await expect(dialog(page)).toContainText('Nobody in it can be sent.');
    await expectAccessible(page, 'a file that asks');
    await expectFits(page, 'a file that asks');

    const focused = page.locator(':focus');
    const tabTo = async (target: Locator) => {
      await expect(async () => {
        await page.keyboard.press('Tab');
        await expect(target).toBeFocused({ timeout: 100 });
      }).toPass({ timeout: 15_000 });
    };
    await tabTo(dialog(page).getByRole('combobox', { name: 'Name', exact: true }));
    // A closed list goes to the option whose first letters are typed.
    await page.keyboard.type('Column 2');
    await expect(focused).toHaveValue('1');
    await tabTo(dialog(page).getByRole('combobox', { name: 'Phone' }));
    await page.keyboard.type('Column 5');
    await expect(focused).toHaveValue('4');
    await expect(dialog(page)).toContainText('2 people');
    await tabTo(page.getByRole('button', { name: 'Upload 2 referrals' }));
    await page.keyboard.press('Enter');
    await expect(tally(page, 'Sent')).toHaveText('2');
    await expectSentOnce(app, ann, bob);
    const phones = await app.sql<{ phone: string }>(
      'select phone from referrals where email = any($1) order by phone',
      [[ann.email, bob.email]],
    );
    expect(phones.map(({ phone }) => phone)).toEqual(['5550100001', '5550100003']);
  },
);

test('A network lost halfway and a closed tab lose nothing and double nothing', async ({
  app,
  context,
  page,
  person,
  signal,
}) => {
  const friends = makeFriends(40);
  const file = csvFile(linesOf(friends));
  await signIn(page, person);
  await waitForOfflineReady(page);
  await pickFile(page, file);
  await page.getByRole('button', { name: 'Upload 40 referrals' }).click();
  await expect.poll(() => storedOf(app, friends)).toBeGreaterThan(8);
  await signal.lose();
  await expect(dialog(page)).toContainText('Saved on this device', { timeout: 30_000 });
  await expect(tally(page, 'Waiting to send')).not.toHaveText('0');
  expect((await waitingRows(page, person.id)).length).toBeGreaterThan(0);
  await page.close({ runBeforeUnload: false });

  await signal.regain();
  const later = await context.newPage();
  await later.goto('/referrals');
  await expect(connection(later)).toHaveText('All sent', { timeout: 30_000 });
  await expectSentOnce(app, ...friends);
  await later.getByRole('button', { name: 'View summary' }).click();
  await expect(tally(later, 'Waiting to send')).toHaveText('0');

  await pickFile(later, file);
  await later.getByRole('button', { name: 'Upload 40 referrals' }).click();
  await expect(dialog(later)).toContainText('Nothing new in this file');
  await expect(tally(later, 'Already there')).toHaveText('40');
  await expectSentOnce(app, ...friends);
});

test(
  'Closing the dialog lets the rest continue in the background',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const friends = makeFriends(120);
    await signIn(page, person);
    await pickFile(page, csvFile(linesOf(friends)));
    await page.getByRole('button', { name: 'Upload 120 referrals' }).click();
    await page.getByRole('button', { name: 'Continue in the background' }).click();
    await expect(dialog(page)).toBeHidden();
    // Row by row they would take at least twelve seconds; in one batch they arrive at once.
    await expectAllSent(page);
    await expectSentOnce(app, ...friends);
    await page.getByRole('button', { name: 'View summary' }).click();
    await expect(tally(page, 'Sent')).toHaveText('120');
  },
);

test('What is no CSV is told apart', ONLINE_SWEEP, async ({ home: page }) => {
  await pickFile(page, csvFile('a,b', 'customers.xlsx'));
  await expect(toast(page)).toContainText('Invalid file format');
  await expect(toast(page)).toContainText('Please upload a CSV file.');
  await pickFile(page, csvFile('Name,Email\n"Ann,ann@example.com'));
  await expect(toast(page)).toContainText('Failed to parse file');
  await expect(toast(page)).toContainText('Please check your CSV format and try again.');
});

test(
  'Without signal the template can be downloaded and a file is saved to be sent later',
  SWEEP,
  async ({ app, page, person, signal }) => {
    const friends = makeFriends(3);
    await signIn(page, person);
    await waitForOfflineReady(page);
    await page.goto('/referrals');
    await signal.lose();
    await page.goto('/referrals?upload=1');
    await page.getByRole('tab', { name: 'Download Template' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Template' }).click();
    const template = await readFile(await (await download).path(), 'utf8');
    expect(template.trim()).toBe('Name,Email,Phone,Address');

    await pickFile(page, csvFile(`${template}${linesOf(friends)}`));
    await page.getByRole('button', { name: 'Upload 3 referrals' }).click();
    await expect(tally(page, 'Waiting to send')).toHaveText('3', { timeout: 30_000 });
    await signal.regain();
    await expect(tally(page, 'Sent')).toHaveText('3', { timeout: 30_000 });
    await expectSentOnce(app, ...friends);
  },
);

test(
  'A file shared by another app is taken by the worker and opened',
  SWEEP,
  async ({ home: page, network }) => {
    await waitForOfflineReady(page);
    await page.reload();
    await page.evaluate(
      (text) => {
        const form = document.createElement('form');
        Object.assign(form, {
          method: 'post',
          action: '/share-target',
          enctype: 'multipart/form-data',
        });
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'csv' });
        const files = new DataTransfer();
        files.items.add(new File([text], 'from the phone.csv', { type: 'text/csv' }));
        input.files = files.files;
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      linesOf(makeFriends(2)),
    );
    await expect(dialog(page)).toContainText('from the phone.csv');
    await expect(dialog(page)).toContainText('2 people');
    expect(network.seen.filter((request) => request.includes('share-target'))).toEqual([]);
    expect(await page.evaluate(countHanded)).toBe(0);
  },
);

test('A file shared while nobody is signed in is named on the sign-in page and opened by the sign-in', async ({
  home: page,
  person,
}) => {
  await waitForOfflineReady(page);
  await logOut(page);
  const shared = csvFile(linesOf(makeFriends(2)));
  await shareToApp(page, { files: [shared] });
  await expect(page.getByRole('heading', { name: 'Welcome', exact: true })).toBeVisible();
  await expect(page.getByText(`‘${shared.name}’ waits here.`)).toBeVisible();
  await fillSignIn(page, person);
  await expect(dialog(page)).toContainText('2 people');
  expect(await page.evaluate(countHanded)).toBe(0);
});

/** Copies as many people, as a message does, ten times over. */
function copyPeople(): void {
  const nothing = { phone: null, address: null, notes: null };
  const people = Array.from({ length: 50_000 }, (_, at) => ({
    name: `Friend ${at}`,
    email: `friend.${at}@example.com`,
    ...nothing,
  }));
  for (let copies = 0; copies < 10; copies += 1) structuredClone(people);
}

test(
  'Fifty thousand rows are read without freezing the page',
  ONLINE_SWEEP,
  async ({ page, person }, testInfo) => {
    await signIn(page, person);
    const lines = Array.from(
      { length: 50_000 },
      (_, at) => `Friend ${at},friend.${at}@example.com`,
    );
    // On disk: a file passed in by the test itself would be unpacked by the page.
    const path = testInfo.outputPath('many.csv');
    await writeFile(path, lines.join('\n'));
    await page.goto('/referrals?upload=1');
    await expect(dialog(page)).toBeVisible();
    const cdp = await page.context().newCDPSession(page);
    // Time of the processor, which other work on the machine does not stretch.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busySeconds = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
    };
    // The page's own start is not part of reading a file.
    let before = NaN;
    await expect
      .poll(async () => {
        const now = await busySeconds();
        const isQuiet = now - before < 0.01;
        before = now;
        return isQuiet;
      })
      .toBe(true);
    await page.getByLabel('Choose CSV file').first().setInputFiles(path);
    await expect(dialog(page)).toContainText('50,000 people', { timeout: 30_000 });
    const used = (await busySeconds()) - before;
    console.log(
      `the page's thread was busy for ${Math.round(used * 1000)} ms while reading 50,000 rows`,
    );
    const begun = await busySeconds();
    await page.evaluate(copyPeople);
    const copying = (await busySeconds()) - begun;
    // Taking them over costs five to seven copies, however fast the machine is; reading them in the page, twenty more.
    expect(used).toBeLessThan(copying);
  },
);

const countHanded = async () => (await (await caches.open('handed-file')).keys()).length;
