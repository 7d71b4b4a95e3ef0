import { expect, test } from 'vitest';
import type { Telling } from './content.ts';
import { rowsWaiting } from './friends.ts';
import { drawLetter, greeting, nameIn } from './letter.ts';

const letter = {
  subject: 'News\r\nBcc: everybody@example.com',
  blocks: [
    'Hi <b>Maya</b> & "co",',
    { facts: [['What', '<script>alert(1)</script>']] as const },
    { link: 'https://sun.example/x?a=1&b=2', label: 'Open "it"' },
  ],
  footer: ['Sunloop'],
};

test('a subject stays on one line', () => {
  expect(drawLetter(letter).subject).toBe('News Bcc: everybody@example.com');
});

test('text and HTML say the same, and nothing in the HTML is markup that was not ours', () => {
  const { text, html } = drawLetter(letter);
  expect(text).toContain('What: <script>alert(1)</script>');
  expect(html).toContain('What: <strong>&lt;script&gt;alert(1)&lt;/script&gt;</strong>');
  expect(html).toContain('Hi &lt;b&gt;Maya&lt;/b&gt; &amp; &quot;co&quot;,');
  expect(html).toContain('href="https://sun.example/x?a=1&amp;b=2"');
  expect(text).toContain('Open "it":\nhttps://sun.example/x?a=1&b=2');
});

test('the HTML loads nothing, has no color of its own and no width in pixels, so that it is read dark and large', () => {
  const { html } = drawLetter(letter);
  expect(html).not.toMatch(/<img|<link|<script|<iframe|url\(|src=|@import|background/i);
  expect(html).not.toMatch(/(?<!-)color:|#[0-9a-f]{3,6}\b/i);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html.match(/\d+px/g)).toEqual(['1px']);
});

test.each([
  ['Maya Lopez', 'Maya Lopez'],
  ['  Maya\r\n Lopez ', 'Maya Lopez'],
  ['Visit evil.example now', 'a friend'],
  ['http://evil', 'a friend'],
  ['\u202Egro', 'a friend'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('a name %j is written as %j', (name, written) => {
  expect(nameIn(name, 'a friend')).toBe(written);
});

test('a letter greets by the first name', () => {
  expect(greeting('Maya Lopez')).toBe('Hi Maya,');
  expect(greeting('www.evil.example')).toBe('Hi there,');
});

test.each([
  [
    { browser: 'Chrome on Android', owed: 1, lost: 0, since: '2026-11-20T10:00:00.000Z' },
    /On Chrome on Android there is 1 referral since 2026-11-20 that has not reached us/,
    /did not reach us/,
  ],
  [
    { browser: 'Safari on iPhone', owed: 0, lost: 2, since: null },
    /2 referrals that you had taken on Safari on iPhone did not reach us, and are not there/,
    /that (has|have) not reached us/,
  ],
])('a reminder tells what waits on a device or is missing (%#)', async (data, says, saysNot) => {
  const mail = { origin: 'https://sun.example' };
  const telling = { mail, username: 'Maya', data } as unknown as Telling;
  const told = await rowsWaiting(telling);
  if (told === undefined || told === 'ended') throw new Error('nothing was told');
  const { text } = drawLetter({ ...told, footer: [] });
  expect(text).toMatch(says);
  expect(text).not.toMatch(saysNot);
});
