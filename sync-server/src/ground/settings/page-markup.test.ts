import { expect, test } from 'vitest';
import { faultOfText, htmlOfText } from './page-markup.ts';

const values = new Map([
  ['retention.audit_days', '730'],
  ['general.help_phone', '<b>5</b>'],
]);
const html = (text: string) => htmlOfText(text, values);

test('headings, lists, links and paragraphs', () => {
  expect(html('# What we keep\nTwo lines\nof text\n\n- one\n- two\n\n\nThe [end](/terms).')).toBe(
    [
      '<h2>What we keep</h2>',
      '<p>Two lines<br />of text</p>',
      '<ul><li>one</li><li>two</li></ul>',
      '<p>The <a href="/terms">end</a>.</p>',
    ].join('\n'),
  );
});

test('values of settings stand where they are named, as text', () => {
  expect(html('for {retention.audit_days} days, {general.help_phone}, {what}')).toBe(
    '<p>for 730 days, &lt;b&gt;5&lt;/b&gt;, {what}</p>',
  );
});

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](//evil.example)',
  '[x](https://a.example/" onclick="alert(1)")',
  '# <img src=x onerror=alert(1)>',
])('%s does nothing but show its letters', (text) => {
  const made = html(text);
  expect(made).not.toMatch(/<(script|img)|<a [^>]*(javascript|onclick)|href="\/\//);
});

test.each([
  ['Kept for {retention.nothing} days', 'There is no setting ‘retention.nothing’'],
  ['[here](http://example.com)', 'must begin with https://'],
  ['[here](javascript:alert(1))', 'must begin with https://'],
])('%s is refused in words', (text, words) => {
  expect(faultOfText(text, new Set(values.keys()))).toContain(words);
});

test.each(['Kept for {retention.audit_days} days', '[a](/terms) [b](mailto:a@example.com)', ''])(
  '%j is taken',
  (text) => expect(faultOfText(text, new Set(values.keys()))).toBeUndefined(),
);
