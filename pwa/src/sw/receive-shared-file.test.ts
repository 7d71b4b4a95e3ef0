import { beforeEach, expect, test, vi } from 'vitest';
import {
  findHandedFile,
  keepHandedFile,
  takeHandedFile,
} from '@sunloop/engine/data/handed-file.ts';
import { fakeCaches } from '@sunloop/engine/test/fake-caches.ts';
import { receiveSharedFile } from './receive-shared-file.ts';

beforeEach(() => {
  vi.stubGlobal('caches', fakeCaches());
});

function shareOf(file?: File): Request {
  const body = new FormData();
  if (file) body.set('csv', file);
  else body.set('title', 'A text');
  return new Request('http://app.test/share-target', { method: 'POST', body });
}

test('a shared file is handed to the page once, with its name', async () => {
  const answer = await receiveSharedFile(shareOf(new File(['a,b'], 'Gäste.csv')));
  expect(answer.status).toBe(303);
  expect(answer.headers.get('Location')).toBe('http://app.test/referrals?upload=shared');
  const file = (await takeHandedFile())?.file;
  expect([file?.name, await file?.text()]).toEqual(['Gäste.csv', 'a,b']);
  expect(await takeHandedFile()).toBeUndefined();
});

test.each<[string, RequestInit]>([
  ['another origin', { headers: { Origin: 'https://evil.example' } }],
  ['a policy that hides it', { headers: { Origin: 'null' }, referrerPolicy: 'no-referrer' }],
  ['a policy for its own site', { referrerPolicy: 'same-origin' }],
])('what another site’s page posts, with %s, is not kept', async (_, init) => {
  const body = new FormData();
  body.set('csv', new File(['a,b'], 'friends.csv'));
  const request = new Request('http://app.test/share-target', { method: 'POST', body, ...init });
  const answer = await receiveSharedFile(request);
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, 'http://app.test/']);
  expect(await takeHandedFile()).toBeUndefined();
});

test.each<[string, RequestInit]>([
  ['without an origin', { headers: { Origin: 'null' } }],
  ['by a page of this site', { headers: { Origin: 'http://app.test' } }],
])('a share %s is taken', async (_, init) => {
  const body = new FormData();
  body.set('csv', new File(['a,b'], 'friends.csv'));
  await receiveSharedFile(
    new Request('http://app.test/share-target', { method: 'POST', body, ...init }),
  );
  expect((await takeHandedFile())?.file.name).toBe('friends.csv');
});

test('a share without a file opens the same page and keeps nothing', async () => {
  expect((await receiveSharedFile(shareOf())).status).toBe(303);
  expect(await takeHandedFile()).toBeUndefined();
});

test('a shared text is handed over as a text, which has no file’s name', async () => {
  const body = new FormData();
  body.set('text', 'Maya Lopez, maya@example.com');
  await receiveSharedFile(new Request('http://app.test/share-target', { method: 'POST', body }));
  const file = (await takeHandedFile())?.file;
  expect([file?.name, file?.type, await file?.text()]).toEqual([
    'Shared text',
    'text/plain',
    'Maya Lopez, maya@example.com',
  ]);
});

test('several contacts that are shared in a file each are handed over together', async () => {
  const body = new FormData();
  const type = 'text/x-vcard';
  for (const name of ['ann', 'bob']) body.append('csv', new File([name], `${name}.vcf`, { type }));
  body.set('text', 'Two contacts');
  await receiveSharedFile(new Request('http://app.test/share-target', { method: 'POST', body }));
  const file = (await takeHandedFile())?.file;
  expect([file?.name, file?.type, await file?.text()]).toEqual(['ann.vcf', type, 'ann\nbob\n']);
});

test('of several files the first is handed over, with how many were not', async () => {
  const body = new FormData();
  for (const name of ['east.csv', 'west.csv']) body.append('csv', new File(['a,b'], name));
  await receiveSharedFile(new Request('http://app.test/share-target', { method: 'POST', body }));
  const handed = await takeHandedFile();
  expect([handed?.file.name, handed?.others]).toEqual(['east.csv', 1]);
});

test('what waits is named without being taken', async () => {
  expect(await findHandedFile()).toBeUndefined();
  await receiveSharedFile(shareOf(new File(['a,b'], 'Gäste.csv')));
  expect([await findHandedFile(), await findHandedFile()]).toEqual(['Gäste.csv', 'Gäste.csv']);
  expect((await takeHandedFile())?.file.name).toBe('Gäste.csv');
  expect(await findHandedFile()).toBeUndefined();
});

test('a file nobody collected is not shown to whoever comes later', async () => {
  await receiveSharedFile(shareOf(new File(['a,b'], 'old.csv')));
  const minutes = (count: number) => Date.now() + count * 60_000;
  expect(await findHandedFile(minutes(59))).toBe('old.csv');
  expect(await takeHandedFile(minutes(61))).toBeUndefined();
  expect(await findHandedFile()).toBeUndefined();
});

test('of two pages that look for it at once, one gets it', async () => {
  await keepHandedFile({ file: new File(['a,b'], 'once.csv'), others: 0 });
  const taken = await Promise.all([takeHandedFile(), takeHandedFile()]);
  expect(taken.flatMap((one) => one?.file.name ?? [])).toEqual(['once.csv']);
});
