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
        if (rule instanceof CSSMediaRule && rule.media.mediaText === 'print') rule.media.mediaText = 'all';`);
  await until(
    engine,
    'the sheet is white, without navigation',
    `const { color, backgroundColor } = getComputedStyle(document.body);
     const bars = [...document.querySelectorAll('.sidebar, .top-bar, .bottom-bar')];
     return color === 'rgb(0, 0, 0)' && backgroundColor === 'rgb(255, 255, 255)' &&
       bars.length > 0 && bars.every((bar) => getComputedStyle(bar).display === 'none');`,
  );
  await until(
    engine,
    'every row is printed',
    // The list that was just drawn may not listen yet.
    `window.dispatchEvent(new Event('beforeprint'));
     return document.querySelectorAll('main [aria-setsize]').length > ${journey.inFile.length};`,
  );
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

export const fitNarrow = (journey: Journey) => expectFits(journey, { width: 320, text: '' });

export const fitWithLargeText = (journey: Journey) =>
  expectFits(journey, { width: PHONE_PX, text: '200%' });

interface Look {
  readonly width: number;
  /** The size of the text; empty for the browser's own. */
  readonly text: string;
}

/** Expects that no page can be scrolled sideways once it is drawn. WebKit's window is wider, so its page is made narrow. */
async function expectFits({ engine, network }: Journey, { width, text }: Look): Promise<void> {
  await engine.setWidth(width);
  for (const page of PAGES) {
    await engine.open(network.origin + page);
    await until(
      engine,
      `${page} fits`,
      `const { style, scrollWidth, clientWidth } = document.documentElement;
       style.fontSize = '${text}';
       if (innerWidth > ${width}) style.inlineSize = '${width}px';
       return document.querySelector('main h1') && !document.querySelector('.skeleton, .spinner') &&
         scrollWidth <= clientWidth && document.body.scrollWidth <= ${width};`,
    );
  }
}
