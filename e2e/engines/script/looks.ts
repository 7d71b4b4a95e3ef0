import { press, until, untilSays } from '../page-acts.ts';
import type { Journey } from './journey.ts';

const PAGES = ['/', '/referrals', '/rewards', '/profile'];
const PHONE_PX = 390;

/** The styles for paper, drawn on the screen, because not every driver prints: no navigation, dark on white, every row. */
export async function printsOnPaper(journey: Journey): Promise<void> {
  const { engine, network, kept } = journey;
  await engine.open(`${network.origin}/referrals`);
  await untilSays(engine, 'My Referrals', kept.name.slice(0, 7));
  await engine.run(`
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSMediaRule && rule.media.mediaText === 'print') rule.media.mediaText = 'all';
    window.dispatchEvent(new Event('beforeprint'));`);
  await until(
    engine,
    'the sheet is white, without navigation',
    `const { color, backgroundColor } = getComputedStyle(document.body);
     const bars = [...document.querySelectorAll('.sidebar, .top-bar, .bottom-bar')];
     return color === 'rgb(0, 0, 0)' && backgroundColor === 'rgb(255, 255, 255)' &&
       bars.length > 0 && bars.every((bar) => getComputedStyle(bar).display === 'none');`,
  );
  const rows = await engine.run<number>(
    `return document.querySelectorAll('main [aria-setsize]').length`,
  );
  if (rows < journey.inFile.length) throw new Error(`Only ${rows} rows are printed`);
}

export async function turnDark({ engine, network }: Journey): Promise<void> {
  await engine.open(`${network.origin}/profile`);
  await press(engine, 'Dark');
  const isDark = `
    const light = (color) => color.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
    const { color, backgroundColor } = getComputedStyle(document.documentElement);
    return light(backgroundColor) < 0.2 && light(color) > 0.8;`;
  await until(engine, 'the page is dark', isDark);
  await engine.reload();
  await until(engine, 'the page is still dark', isDark);
}

export async function fitNarrow({ engine, network }: Journey): Promise<void> {
  await engine.setWidth(320);
  await engine.open(`${network.origin}/`);
  await until(engine, 'the page is 320 px wide', 'return innerWidth === 320');
  for (const page of PAGES) await expectFit({ engine, url: network.origin + page, text: '' });
}

export async function fitWithLargeText({ engine, network }: Journey): Promise<void> {
  await engine.setWidth(PHONE_PX);
  for (const page of PAGES) await expectFit({ engine, url: network.origin + page, text: '200%' });
}

interface Fit {
  readonly engine: Journey['engine'];
  readonly url: string;
  /** The size of the text; empty for the browser's own. */
  readonly text: string;
}

/** Expects that a page cannot be scrolled sideways once it is drawn. */
async function expectFit({ engine, url, text }: Fit): Promise<void> {
  await engine.open(url);
  await engine.run(`document.documentElement.style.fontSize = ${JSON.stringify(text)}`);
  await until(
    engine,
    `${url} fits`,
    `const { scrollWidth, clientWidth } = document.documentElement;
     return document.querySelector('main h1') !== null && !document.querySelector('.skeleton, .spinner') && scrollWidth <= clientWidth;`,
  );
}
