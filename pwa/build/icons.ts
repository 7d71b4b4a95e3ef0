/** Renders the PNG icons of the manifest from the mark. Run after the mark changes: `npm run icons -w @sunloop/pwa`. */
import { writeFile } from 'node:fs/promises';
import { openChromium } from './chromium.ts';

const MARK = `
  <path d="M25.5 8A17 17 0 1 0 41 21.5" fill="none" stroke="#0b2a2f" stroke-width="5.5" stroke-linecap="round"/>
  <circle cx="36" cy="12" r="7" fill="#fff"/>`;

interface IconPlan {
  file: string;
  sizePx: number;
  /** Share of the picture that the mark takes up; maskable icons keep it in the inner 80% circle. */
  scale: number;
  radius: number;
}

const ICONS: readonly IconPlan[] = [
  { file: 'any-192', sizePx: 192, scale: 0.72, radius: 0.24 },
  { file: 'any-512', sizePx: 512, scale: 0.72, radius: 0.24 },
  { file: 'maskable-192', sizePx: 192, scale: 0.56, radius: 0 },
  { file: 'maskable-512', sizePx: 512, scale: 0.56, radius: 0 },
  { file: 'apple-touch-180', sizePx: 180, scale: 0.66, radius: 0 },
];

const GRID = 48;

function iconSvg({ scale, radius }: IconPlan): string {
  const shift = (GRID * (1 - scale)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${GRID} ${GRID}">
    <rect width="${GRID}" height="${GRID}" rx="${GRID * radius}" fill="#ffc41f"/>
    <g transform="translate(${shift} ${shift}) scale(${scale})">${MARK}</g></svg>`;
}

const browser = await openChromium();
const page = await browser.newPage();
for (const icon of ICONS) {
  await page.setViewportSize({ width: icon.sizePx, height: icon.sizePx });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${iconSvg(icon)}`);
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`../public/icons/${icon.file}.png`, import.meta.url), png);
}
await browser.close();
