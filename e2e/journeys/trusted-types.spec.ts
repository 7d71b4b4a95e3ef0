import { openDesk } from '../fixtures/desk-pages.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

test.use(WITHOUT_WORKER);

/** Each would make code of a text, in the way that its name says. */
function tryHostileText(): Record<string, string> {
  const hostile = '<img src="x" onerror="document.title = \'taken\'">';
  const script = document.createElement('script');
  const { trustedTypes } = globalThis as unknown as {
    trustedTypes: { createPolicy(name: string, rules: object): unknown };
  };
  const ways: Record<string, () => unknown> = {
    html: () => (document.body.innerHTML = hostile),
    htmlBeside: () => document.body.insertAdjacentHTML('beforeend', hostile),
    parsedHtml: () => new DOMParser().parseFromString(hostile, 'text/html'),
    scriptText: () => (script.textContent = 'document.title = "taken"'),
    scriptAddress: () => (script.src = '/assets/any.js'),
    worker: () => new Worker('/assets/any.js'),
    anotherPolicy: () => trustedTypes.createPolicy('any', {}),
  };
  const refusedBy = (act: () => unknown) => {
    try {
      act();
      return 'nothing';
    } catch (error) {
      return (error as Error).name;
    }
  };
  return Object.fromEntries(Object.entries(ways).map(([way, act]) => [way, refusedBy(act)]));
}

test('Text never becomes code of a page, be it HTML, a script or a worker', async ({
  consoleGuard,
  home: page,
}) => {
  consoleGuard.allow(/Trusted|Content Security Policy/);
  const tried = await page.evaluate(tryHostileText);
  expect(new Set(Object.values(tried)), JSON.stringify(tried)).toEqual(new Set(['TypeError']));
  await expect(page).not.toHaveTitle('taken');
});

test('A script that was injected into a page does not run', async ({ consoleGuard, page }) => {
  consoleGuard.allow(/Trusted|Content Security Policy/);
  await page.goto('/auth');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.append('document.title = "taken"');
    document.head.append(script);
  });
  await expect(page).not.toHaveTitle('taken');
});

test(
  'A date of the desk is typed key by key, each of which is announced',
  SWEEP,
  async ({ app, page }) => {
    await openDesk(page, app, 'panel=referrals');
    const day = page.getByRole('spinbutton', { name: /^day, From/ });
    await day.focus();
    await page.keyboard.type('3');
    await expect(page.locator('[data-live-announcer]')).toBeAttached();
    await day.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    // On a busy machine what was said before is still beside it.
    await expect(page.locator('[data-live-announcer] [aria-live=assertive]')).toContainText('5');
  },
);
