import { OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { logIn, signUp } from './enter.ts';

afterEach(() => void vi.unstubAllGlobals());

const ANN = { username: 'Ann', email: 'ann@example.com', password: 'correct horse' };
const answers = (body: string, status = 401) =>
  vi.stubGlobal(
    'fetch',
    async () => new Response(body, { status, headers: { [OURS_HEADER]: '1' } }),
  );

test.each([
  ['the error field', '{"error":"Wrong","code":"invalid_credentials"}', 'Wrong', 'Wrong'],
  ['raw text', 'Nobody comes in', 'Nobody comes in', 'Nobody comes in'],
  ['nothing', '', 'Invalid credentials', 'Registration failed'],
  ['an empty error', '{"error":"","code":"invalid"}', 'Invalid credentials', 'Registration failed'],
])('a refusal with %s is shown in the words of SPEC §8', async (_, body, signingIn, signingUp) => {
  answers(body);
  expect(await logIn(ANN)).toMatchObject({ isIn: false, message: signingIn });
  expect(await signUp(ANN)).toMatchObject({ isIn: false, message: signingUp });
});

test('a page in place of our answer does not count as a refusal', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Busy</h1>', { status: 502 }));
  expect(await logIn(ANN)).toMatchObject({ message: expect.stringMatching(/try again/) });
});
