import { ONLINE_SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

const TITLE = 'A pasted address of several lines is one line with commas, and can be undone';

test(TITLE, ONLINE_SWEEP, async ({ home: page }) => {
  await page.goto('/?add=1');
  const address = page.getByRole('dialog').getByLabel('Address (Optional)');
  await address.fill('Home: ');
  await page.evaluate(() => {
    const lines = document.createElement('textarea');
    lines.value = '12 Elm St,\n  Apt 4\n\nSpringfield, IL 62701\n';
    (document.querySelector('[role=dialog], dialog') ?? document.body).append(lines);
    lines.select();
    document.execCommand('copy');
    lines.remove();
  });
  await address.press('End');
  await address.press('ControlOrMeta+v');
  await expect(address).toHaveValue('Home: 12 Elm St, Apt 4, Springfield, IL 62701');
  await address.press('ControlOrMeta+z');
  await expect(address).toHaveValue('Home: ');
});
