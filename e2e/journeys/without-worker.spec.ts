import { csvFile, linesOf, makeFriends } from '../fixtures/csv-files.ts';
import { fillSignIn } from '../fixtures/people.ts';
import { shareToApp } from '../fixtures/share-sheet.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';

test.use(WITHOUT_WORKER);

interface Manifest {
  readonly start_url: string;
  readonly shortcuts: readonly { readonly url: string }[];
  readonly file_handlers: readonly { readonly action: string }[];
  readonly share_target: { readonly action: string };
}

test('Every address that the manifest names answers with the app where no worker is', async ({
  page,
}) => {
  const read = await page.request.get('/manifest.webmanifest');
  const manifest = (await read.json()) as Manifest;
  const { start_url: start, shortcuts, file_handlers: handlers, share_target: share } = manifest;
  const opened = [
    start,
    share.action,
    ...shortcuts.map(({ url }) => url),
    ...handlers.map(({ action }) => action),
  ];
  expect(opened.length).toBeGreaterThan(5);
  const answers = [];
  for (const url of opened) answers.push(await page.request.get(url));
  answers.push(
    await page.request.post(share.action, { multipart: { text: 'Ann Lee, ann@example.com' } }),
  );
  for (const answer of answers) {
    expect(answer.status(), answer.url()).toBe(200);
    expect(await answer.text(), answer.url()).toContain('<div id="root"');
  }
});

test('What is shared where no worker is leads to the upload, which says that nothing arrived and takes it there', async ({
  home: page,
}) => {
  const shared = csvFile(linesOf(makeFriends(2)));
  await shareToApp(page, { files: [shared] });
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
  await expect(dialog.getByRole('region', { name: 'Nothing arrived' })).toBeVisible();
  await dialog.getByLabel('Choose CSV file').setInputFiles([shared]);
  await expect(dialog).toContainText('2 people');
  await expect(dialog.getByText('Nothing arrived')).toBeHidden();
});

test('Whoever shares before signing in is told after it', async ({ page, person }) => {
  await page.goto('/auth');
  await shareToApp(page, { text: 'Ann Lee, ann@example.com' });
  await fillSignIn(page, person);
  await expect(page.getByRole('region', { name: 'Nothing arrived' })).toBeVisible();
});
