import { routes } from '@sunloop/shared-types/routes.ts';
import { expect, test, vi } from 'vitest';
import { foreignHtml, refusal } from '../test/fake-answers.ts';
import { callFile } from './call-file.ts';

const OURS = { 'X-Sunloop': '1' };
const ask = (answer: () => Response | Promise<Response>) => {
  const fetchStub = vi.fn(async (_url: string, _init: RequestInit) => answer());
  vi.stubGlobal('fetch', fetchStub);
  const query = { format: 'csv', action: undefined, entity: 'user' };
  return { fetchStub, file: callFile(routes.auditCsv, { query, expectedUser: 'somebody' }) };
};

test('a file of ours is returned as it is, requested with its filter', async () => {
  const { fetchStub, file } = ask(() => new Response('a,b\r\n', { headers: OURS }));
  expect(await (await file).text()).toBe('a,b\r\n');
  expect(fetchStub.mock.calls[0]?.[0]).toBe('/api/admin/audit-logs?format=csv&entity=user');
});

test.each([
  ['a refusal of ours', () => refusal(403, 'forbidden'), { code: 'forbidden', status: 403 }],
  [
    'a malformed error of ours',
    () => new Response('?', { status: 500, headers: OURS }),
    { reason: 'malformed' },
  ],
  ['a portal’s page', () => foreignHtml(200), { reason: 'captive' }],
  ['a proxy’s page', () => foreignHtml(502), { reason: 'server-away' }],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), { reason: 'offline' }],
] as const)('%s is not taken for a file', async (_, answer, problem) => {
  await expect(ask(answer).file).rejects.toMatchObject(problem);
});
