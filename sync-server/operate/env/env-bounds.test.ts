import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { deadlineOptions, REQUEST_DEADLINES, upkeepDeadlines } from '../../src/db/deadlines.ts';
import { SESSION_OPTIONS } from '../../src/db/session-settings.ts';
import { BoundVariables } from './env-bounds.ts';
import { parseEnv } from './env.ts';

test('every bound that can be set is listed on the operations page with its default', async () => {
  const page = await readFile(
    path.join(import.meta.dirname, '../../../docs/run/operations.md'),
    'utf8',
  );
  for (const [name, variable] of Object.entries(BoundVariables)) {
    expect(page, name).toContain(`\`${name}\``);
    // The default for hashes depends on the machine.
    if (name === 'PASSWORD_HASHES_AT_ONCE') continue;
    const standsIn = page.split('\n').filter((line) => line.includes(`\`${name}\``));
    expect(standsIn.join('\n'), name).toMatch(new RegExp(`\\b${v.getDefault(variable)}\\b`));
  }
});

test('a deadline of 0 is not passed to any connection', () => {
  const off = {
    DATABASE_STATEMENT_TIMEOUT_MS: '0',
    DATABASE_LOCK_TIMEOUT_MS: '0',
    DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '0',
    DATABASE_CALLER_CHECK_MS: '0',
  };
  const { deadlines } = parseEnv(off).database;
  const url = 'postgres://sun@db/sunloop';
  for (const given of [deadlines, upkeepDeadlines(deadlines)]) {
    expect(deadlineOptions(url, given)).toEqual({
      connectionString: url,
      connectionTimeoutMillis: 4000,
      keepAlive: true,
    });
  }
});

test('options in a database URL are kept beside our own', () => {
  const url = 'postgres://sun@db/sunloop?options=-c%20search_path%3Dsun';
  const { connectionString } = deadlineOptions(url, REQUEST_DEADLINES);
  expect(new URL(connectionString).searchParams.get('options')).toBe(
    `-c search_path=sun -c client_connection_check_interval=1000 -c plan_cache_mode=force_generic_plan -c jit=off ${SESSION_OPTIONS}`,
  );
});
