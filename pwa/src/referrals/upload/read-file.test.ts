import { expect, test, vi } from 'vitest';
import { DEFAULT_COLUMNS, NO_COLUMN } from '../people/columns/source.ts';
import { type FileMessage, readFile } from './read-file.ts';

const asGiven = { columns: { ...DEFAULT_COLUMNS, phone: NO_COLUMN, address: NO_COLUMN } };

async function readAll(file: Blob): Promise<FileMessage[]> {
  const messages = [];
  for await (const message of readFile({ file })) messages.push(message);
  return messages;
}

test('a long file comes in parts, so that unpacking one never blocks the page', async () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `Friend ${at},friend${at}@example.com`);
  const messages = await readAll(new Blob([lines.join('\r\n')]));
  const parts = messages.filter((message) => message.kind === 'people');
  expect(parts.flatMap(({ people }) => people)).toHaveLength(50_000);
  expect(Math.max(...parts.map(({ people }) => people.length))).toBeLessThanOrEqual(2000);
  expect(messages.at(-1)).toMatchObject({
    kind: 'done',
    leftOut: { count: 0, lines: [] },
    questions: asGiven,
  });
});

test('a saved file that lost columns in a spreadsheet is no list of people to refer oneself', async () => {
  const heads = [
    'name,email,on behalf of,state,reason,owner,id,number',
    'name,email,on behalf of,state',
  ];
  for (const head of heads) {
    const text = `${head}\r\nAda,ada@example.com,CUSTMR01,waiting,,1,2,1 of 1\r\n`;
    expect(await readAll(new Blob([text]))).toMatchObject([{ kind: 'own' }]);
  }
});

test('of very many skipped lines, the first are shown and all are counted', async () => {
  const messages = await readAll(new Blob(['Ann Lee,nowhere\n'.repeat(500)]));
  expect(messages).toEqual([
    expect.objectContaining({
      kind: 'done',
      leftOut: { count: 500, lines: expect.objectContaining({ length: 100 }) },
    }),
  ]);
});

test('a file that is not CSV and one that cannot be opened are told apart', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(await readAll(new Blob(['"never closed']))).toEqual([{ kind: 'failed', why: 'parse' }]);
  const gone = new Blob();
  vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'));
  expect(await readAll(gone)).toEqual([{ kind: 'failed', why: 'read' }]);
});
