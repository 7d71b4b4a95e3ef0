import type { Orm } from './orm.ts';
import { SESSION_SETTINGS } from './session-settings.ts';

const FIND_WRONG = SESSION_SETTINGS.map(
  ({ name, value, isGood }) =>
    `select '${name}' as name, s as found, '${value}' as value from current_setting('${name}') s where not (${isGood})`,
).join(' union all ');

/**
 * Throws, with what to set, if connections have other settings than they asked for: a pooler passes none on, and nobody asks
 * where DATABASE_CALLER_CHECK_MS is 0.
 */
export async function requireSettings(orm: Orm): Promise<void> {
  const wrong = await orm.em
    .fork()
    .execute<{ name: string; found: string; value: string }[]>(FIND_WRONG);
  if (wrong.length === 0) return;
  const found = wrong.map(({ name, found: is }) => `${name} is ${is}`).join(', ');
  const toDo = wrong.map(({ name, value }) => `alter role … set ${name} = '${value}'`).join('; ');
  throw new Error(`The database speaks otherwise than the server reads: ${found}. Set ${toDo}`);
}
