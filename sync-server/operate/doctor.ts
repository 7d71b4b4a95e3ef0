import { examine } from './doctor/examine.ts';
import { reportOf } from './doctor/finding.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'Usage: npm run doctor [-- --url https://referrals.example.com]';

/**
 * `npm run doctor`: says in a line each what is wrong with a running or a planned installation and what to do; with --url,
 * also how it answers there. Exit code 1 if something is bad.
 */
await runCommand(async ([option, given, ...rest]) => {
  const isAsked = option === '--url';
  const url = isAsked ? URL.parse(given ?? '') : undefined;
  if (rest.length > 0 || (option !== undefined && !isAsked) || url === null) throw new Error(USAGE);
  if (url && !/^https?:$/.test(url.protocol)) throw new Error(USAGE);
  const findings = await examine(process.env, url);
  if (findings.some(({ level }) => level === 'bad')) process.exitCode = 1;
  return reportOf(findings);
});
