import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

const list = new URL('./common-passwords.txt', import.meta.url);
const serve = () => vi.stubGlobal('fetch', async () => new Response(await readFile(list, 'utf8')));

test('without the list nothing is said, and it is asked for again', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  await expect(isCommonPassword('123456')).rejects.toThrow('503');
  serve();
  expect(await isCommonPassword('123456')).toBe(true);
});

test.each(['123456', 'Password1', 'QWERTY123', 'iloveyou'])(
  '%s is a common password',
  async (password) => {
    serve();
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.each(['', '12345', 'correct horse', '123456 ', 'tempX7kP2mQa'])(
  '%j is not a common password',
  async (password) => {
    serve();
    expect(await isCommonPassword(password)).toBe(false);
  },
);
