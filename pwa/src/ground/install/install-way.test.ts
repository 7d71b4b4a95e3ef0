import { expect, test } from 'vitest';
import { installWay } from './install-way.ts';

const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1';
const here = { isStandalone: false, hasOffer: false, userAgent: PIXEL, touchPoints: 5 };

test.each([
  ['the installed app itself', { ...here, isStandalone: true, hasOffer: true }, 'installed'],
  ['a browser that offers', { ...here, hasOffer: true }, 'offered'],
  ['an iPhone', { ...here, userAgent: IPHONE }, 'ios'],
  ['an iPad, which calls itself a Mac', { ...here, userAgent: MAC }, 'ios'],
  ['a Mac', { ...here, userAgent: MAC, touchPoints: 0 }, 'by-menu'],
  ['any other browser', here, 'by-menu'],
] as const)('%s', (_name, surroundings, way) => {
  expect(installWay(surroundings)).toBe(way);
});
