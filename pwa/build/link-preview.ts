/** Renders the picture that messengers show beside a referral link. Run after the brand changes: `npm run link-preview -w @sunloop/pwa`. */
import { readFile, writeFile } from 'node:fs/promises';
import { openChromium } from './chromium.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const FONT = new URL(
  import.meta.resolve('@fontsource-variable/gabarito/files/gabarito-latin-wght-normal.woff2'),
);
const RADII = [90, 140, 195, 255, 320, 395];
/** Where the gap of each loop points, in degrees. */
const TURNS = [100, 190, 60, 140, 20, 250];

const rings = RADII.map((radius, index) => {
  const around = 2 * Math.PI * radius;
  return `<circle r="${radius}" stroke-dasharray="${around * 0.8} ${around * 0.2}" transform="rotate(${TURNS[index]})"/>`;
}).join('');

const font = (await readFile(FONT)).toString('base64');
const html = `<style>
  @font-face { font-family: Gabarito; font-weight: 400 900; src: url(data:font/woff2;base64,${font}) }
  body { margin: 0; width: ${WIDTH}px; height: ${HEIGHT}px; overflow: hidden; position: relative;
    background: linear-gradient(150deg, #ffc41f, #ffa726); color: #0b2a2f; font-family: Gabarito }
  .rings { position: absolute; inset: 0 }
  main { position: absolute; inset: 64px 72px; display: flex; flex-direction: column }
  .brand { display: flex; align-items: center; gap: 18px; font-size: 46px; font-weight: 700 }
  h1 { margin: auto 0 18px; font-size: 104px; font-weight: 800; line-height: 1; letter-spacing: -2px }
  p { margin: 0; font-size: 40px; font-weight: 500 }
</style>
<svg class="rings" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <g transform="translate(1010 140)" fill="none" stroke="#fff" stroke-opacity=".36" stroke-width="18" stroke-linecap="round">${rings}</g>
  <circle cx="1010" cy="140" r="56" fill="#fff"/>
</svg>
<main>
  <div class="brand">
    <svg width="64" height="64" viewBox="0 0 48 48"><path d="M25.5 8A17 17 0 1 0 41 21.5" fill="none" stroke="#0b2a2f" stroke-width="5.5" stroke-linecap="round"/><circle cx="36" cy="12" r="7" fill="#fff"/></svg>
    Sunloop
  </div>
  <h1>Your roof belongs<br>in the sun</h1>
  <p>A free solar consultation and quote, from a friend</p>
</main>`;

const browser = await openChromium();
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
await page.setContent(html);
// As text: this program is compiled without a page's globals.
await page.evaluate('document.fonts.ready.then(() => undefined)');
const png = await page.screenshot();
await writeFile(new URL('../public/link-preview.png', import.meta.url), png);
await browser.close();
