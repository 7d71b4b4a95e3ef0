import path from 'node:path';
import type { Page } from 'playwright/test';
import { showPlace } from '../fixtures/desk-pages.ts';
import { expectNoSideways } from '../fixtures/fits.ts';
import { CUSTOMER_PLACES, DESK_PLACES } from '../fixtures/pages.ts';
import { referFromElsewhere, signIn, uniqueWord, type Person } from '../fixtures/people.ts';
import { askForQuote } from '../fixtures/quotes.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import type { AppProcess } from '../fixtures/app-process.ts';

test.use(WITHOUT_WORKER);

/** Six marks, as many as a letter may have. */
const MARKS = '\u0335\u0322\u0301\u0308\u0303\u0307';
/** Names that are accepted and try to be more than text. */
const NAMES = [
  `<img src=x onerror="window.hit=1"><script>window.hit=1</script>`,
  `"><b onmouseover='window.hit=1'>${'&lt;'.repeat(9)}`,
  'محمد بن عبد الله 12345',
  'שרה לוי (Levi) 99%',
  [...'Zalgo Zalgo'].map((letter) => letter + (letter === ' ' ? '' : MARKS)).join(''),
  `\u{1F468}\u200D\u{1F469}\u200D\u{1F467} Family \u{1F3F3}\uFE0F\u200D\u{1F308}`,
  `=HYPERLINK("https://evil.example","Click")`,
  `${'\u0BCC'.repeat(3)}க்ஷௌ`.slice(3),
  'W'.repeat(200),
] as const;

/** Pictures to look at: `HOSTILE_PICTURES=folder`. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['HOSTILE_PICTURES'];
  if (folder === undefined) return;
  const file = name.replaceAll(/\W+/g, '-');
  for (const [size, viewport] of Object.entries({
    narrow: { width: 390, height: 844 },
    wide: { width: 1440, height: 900 },
  })) {
    await page.setViewportSize(viewport);
    await page.screenshot({
      path: path.join(folder, `${file}-${size}.png`),
      fullPage: size === 'wide',
    });
  }
}

/** The person refers somebody of each name, and has one themselves. */
async function befriend(app: AppProcess, person: Person): Promise<void> {
  await app.sql('update users set username = $1 where id = $2', [
    `محمد ${uniqueWord()}`,
    person.id,
  ]);
  for (const [at, name] of NAMES.entries()) {
    const email = `hostile.${uniqueWord()}@example.com`;
    await referFromElsewhere(app, person, { name, email, phone: `${Date.now()}${at}` });
  }
  await setStatuses(app, person, ['completed', 'contact_made', 'completed']);
  await askForQuote(app, { email: `hostile.${uniqueWord()}@example.com` });
}

const isHit = (page: Page) => page.evaluate(() => 'hit' in window);

test(
  'Names that try to be markup, or to turn the text around, are names on every screen',
  SWEEP,
  async ({ app, page, person, newDevice }) => {
    await befriend(app, person);
    await signIn(page, person);
    for (const place of CUSTOMER_PLACES) {
      await page.goto(place);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.locator('.skeleton, .spinner')).toHaveCount(0);
      await expectNoSideways(page, place);
      expect(await isHit(page), place).toBe(false);
      await takePicture(page, `own ${place}`);
    }

    const desk = await (await newDevice()).newPage();
    await signIn(desk, app.admin);
    for (const place of DESK_PLACES) {
      await showPlace(desk, place);
      await expectNoSideways(desk, place.title);
      expect(await isHit(desk), place.title).toBe(false);
      await takePicture(desk, `desk ${place.title}`);
    }
    await desk.goto(`/admin?panel=referrals&q=${encodeURIComponent('عبد')}`);
    await desk.getByRole('row', { name: /محمد/ }).first().click();
    await expect(desk.getByRole('heading', { name: /محمد/ })).toBeVisible();
    await takePicture(desk, 'desk details');
    expect(await isHit(desk)).toBe(false);
  },
);
