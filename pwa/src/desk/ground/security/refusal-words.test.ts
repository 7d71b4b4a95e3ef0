import { describe, expect, test } from 'vitest';
import { refusalAdvice, refusalTitle } from './refusal-words.ts';

const kind = (overrides: object = {}) => ({
  directive: 'script-src-elem',
  blocked: 'https://elsewhere.example',
  source: '',
  page: '/refer/…',
  ...overrides,
});

describe('What was refused is said in words:', () => {
  test.each([
    [{}, 'A script from https://elsewhere.example on /refer/…'],
    [{ blocked: 'inline', page: '/' }, 'A script within the page on /'],
    [{ directive: 'script-src', blocked: 'eval' }, 'A script made from text on /refer/…'],
    [{ directive: 'img-src', blocked: 'data' }, 'A picture within an address on /refer/…'],
    [
      { directive: 'connect-src', blocked: 'chrome-extension' },
      'A connection from a browser’s extension on /refer/…',
    ],
    [
      { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink' },
      'Text as code on /refer/…',
    ],
    [{ directive: 'frame-ancestors', blocked: '' }, 'Our page in a frame on /refer/…'],
    [{ directive: 'frame-src', blocked: '' }, 'A frame on /refer/…'],
    [{ directive: 'object-src', blocked: '' }, 'Something on /refer/…'],
  ])('%o', (overrides, words) => expect(refusalTitle(kind(overrides))).toBe(words));
});

describe('What to do depends on whose fault it is:', () => {
  test.each([
    [{ source: 'moz-extension' }, 'There is nothing to do'],
    [{ blocked: 'chrome-extension' }, 'There is nothing to do'],
    [
      { blocked: 'trusted-types-sink', source: '/assets/desk-1.js' },
      'A fault in Sunloop (/assets/desk-1.js)',
    ],
    [{ blocked: '/assets/old.js' }, 'A fault in Sunloop (/assets/old.js)'],
    [{}, 'Nothing ran'],
    [{ directive: 'img-src' }, 'Nothing was loaded'],
  ])('%o', (overrides, words) => expect(refusalAdvice(kind(overrides)).text).toContain(words));
});
