import { showPlace } from '../fixtures/desk-pages.ts';
import { CONSOLE_PLACES } from '../fixtures/pages.ts';
import { makeFriend, makePerson, openAs, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { askForQuote } from '../fixtures/quotes.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { ONLINE_SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

/** What stands for a row of data in any panel, or says that there is none. */
const ROWS = [
  'tbody tr',
  '[role=gridcell]',
  '[role=option]',
  '[role=listitem]',
  '.desk-row',
  '.setting-text',
  '.stat-card',
  '.tier-ladder li',
  '.quote-row',
  '.facts > *',
  '.pay-run input[type=checkbox]',
  '.call-person h3',
  '.empty-state',
].join();

for (const [width, height] of [
  [390, 844],
  [1024, 768],
] as const) {
  test(
    `Every panel of the desk shows its first row of data on the first screen, at ${width} px`,
    ONLINE_SWEEP,
    async ({ app, page, person }) => {
      await referFromElsewhere(app, person);
      await page.setViewportSize({ width, height });
      await signIn(page, app.admin);
      for (const place of CONSOLE_PLACES) {
        // Asked for by its form, which comes before the list.
        if (place.title === 'Add User') continue;
        await showPlace(page, place);
        const bar = page.getByRole('navigation', { name: 'Quick' });
        const end = (await bar.isVisible()) ? ((await bar.boundingBox())?.y ?? height) : height;
        const row = page.getByRole('main').locator(ROWS).filter({ visible: true }).first();
        await expect
          .poll(
            async () => {
              const box = await row.boundingBox();
              return box && Math.round(Math.min(box.y + box.height, box.y + 48));
            },
            { message: `${place.title} at ${width} px`, timeout: 8000 },
          )
          .toBeLessThanOrEqual(Math.round(end));
      }
    },
  );
}

/** A row of each panel with what is done with it; of an empty one, what says so. */
const WHOLE_ROWS: Readonly<Record<string, string>> = {
  'System Overview': '.stat-card',
  'All Referrals': '.desk-rows [role=row]',
  Duplicates: '.case-acts',
  'User Management': 'tbody tr',
  'Status Management': '[role=option]',
  'Reward Tiers': '.desk-row',
  'Available Rewards': '.desk-row, .empty-state',
  Achievements: '.desk-row',
  Payouts: '.pay-run > li',
  Calls: '.call-now',
  'Quote Requests': '.quote-row',
  'Waiting on Devices': '[role=listitem], .empty-state > p',
  Settings: '.setting',
  'Audit Log': '.audit-item',
  Messages: '[role=listitem], .empty-state > p',
  'Do Not Contact': '[role=listitem], .empty-state > p',
  Security: '.stat-card',
};

/** Null if one of these is on the screen from top to bottom, with something to press that nothing covers. */
function missingOf([selector = '']: string[]): string | null {
  const dialog = document.querySelector('[role=dialog]');
  const rows = [...(dialog ?? document).querySelectorAll(selector)].filter((row) =>
    row.checkVisibility(),
  );
  const isHit = (control: Element) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit !== null && (control.contains(hit) || hit.contains(control));
  };
  const isWhole = (row: Element) => {
    const { top, bottom } = row.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) return false;
    const controls = [...row.querySelectorAll('a, button, input')];
    return (controls.length === 0 ? [row] : controls).some(isHit);
  };
  if (rows.some(isWhole)) return null;
  const { top, bottom } = rows[0]?.getBoundingClientRect() ?? {};
  return `the first is from ${top} to ${bottom}`;
}

test(
  'On a phone on its side, every panel of the desk shows a whole row with its act',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    const twin = await referFromElsewhere(app, person);
    await referFromElsewhere(app, await makePerson(app), makeFriend({ email: twin.email }));
    const earner = await makePerson(app);
    await referFromElsewhere(app, earner);
    // The others may be duplicates or are done. The call list knows this one once the search table has it.
    const { email } = await referFromElsewhere(app, await makePerson(app));
    const isListed = `select exists (select from referral_search s join referrals r using (id) where r.email = $1) as ok`;
    await expect
      .poll(() => app.sql(isListed, [email]), { timeout: 20_000 })
      .toEqual([{ ok: true }]);
    await setStatuses(app, earner, ['completed']);
    await askForQuote(app);
    // Whatever other journeys left waiting, one device waits here.
    await app.sql('delete from device_reports');
    await app.sql(
      `insert into device_reports (user_id, device, storage, version, is_protected, waiting, refused, rows)
       values ($1, gen_random_uuid(), gen_random_uuid(), '1', true, 2, 0, '[]')`,
      [person.id],
    );
    await page.setViewportSize({ width: 844, height: 390 });
    await openAs(page, app.admin, '/');
    const [row] = await app.sql<{ id: string }>(
      'select id from referrals where user_id = $1 limit 1',
      [person.id],
    );
    const pair = `/admin?panel=referrals&status=duplicate&id=${row?.id}`;
    for (const place of [...CONSOLE_PLACES, { title: 'Duplicates', path: pair }]) {
      if (place.title === 'Add User') continue;
      await showPlace(page, place);
      const selector = WHOLE_ROWS[place.title] ?? '';
      await expect.soft
        .poll(() => page.evaluate(missingOf, [selector]), {
          message: place.title,
          timeout: 8000,
        })
        .toBeNull();
    }
  },
);
