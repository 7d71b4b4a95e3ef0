import { examine } from '../doctor/examine.ts';
import { reportOf } from '../doctor/finding.ts';
import type { Command } from './command.ts';

const USAGE = 'Usage: sunloop doctor [--url https://referrals.example.com]';

/**
 * `sunloop doctor`: says in a line each what is wrong with a running or a planned installation and what to do; with --url,
 * also how it answers there. Exit code 1 if something is bad.
 */
export const run: Command = async ([option, given, ...rest], meet) => {
  const isAsked = option === '--url';
  const url = isAsked ? URL.parse(given ?? '') : undefined;
  if (rest.length > 0 || (option !== undefined && !isAsked) || url === null) throw new Error(USAGE);
  if (url && !/^https?:$/.test(url.protocol)) throw new Error(USAGE);
  const findings = await examine(await meet(), { url });
  if (findings.some(({ level }) => level === 'bad')) process.exitCode = 1;
  return reportOf(findings);
};
