import { expect, test } from 'vitest';
import { parseEnv } from './env.ts';

const KEY = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;

test('with a folder there is a backup every night, of which seven are kept', () => {
  expect(parseEnv({ BACKUP_DIR: '/backups' }).backup.nightly).toEqual({
    folder: '/backups',
    keep: 7,
    hour: 8,
    key: undefined,
    copy: undefined,
  });
});

test('without a folder there is none; a key then serves the commands', () => {
  expect(parseEnv({ BACKUP_KEY: KEY, BACKUP_COPY: 'true' }).backup).toEqual({
    key: KEY,
    nightly: undefined,
  });
});

test.each([
  ['BACKUP_KEY', 'a password', 'sunloop backup --new-key'],
  ['BACKUP_KEEP', '0', 'from 1 to 1000'],
  ['BACKUP_HOUR', '24', 'from 0 to 23'],
])('a wrong %s is refused in words that do not repeat it', (name, value, words) => {
  const read = () => parseEnv({ [name]: value });
  expect(read).toThrow(`${name} must be`);
  expect(read).toThrow(words);
  if (name === 'BACKUP_KEY') expect(read).not.toThrow(value);
});
