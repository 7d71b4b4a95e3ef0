/**
 * `npm run release`: an archive of the built app and of the server, which is unpacked as /opt/sunloop and needs no build there
 * (docs/run/deploying.md). Prints its name. Refuses what is not committed.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = 'pwa/dist';
/** What the image is made of (sync-server/operate/deploy/Dockerfile), and the unit, the samples and what npm asks for. */
const PARTS = (
  'package.json package-lock.json .npmrc LICENSE shared-types/package.json shared-types/src sync-server/package.json ' +
  'sync-server/src sync-server/operate pwa/package.json pwa/engine/package.json e2e/package.json'
).split(' ');
const IS_OF_TESTS = /\.test\.ts$|^sync-server\/src\/test\//;

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

if (git('status', '--porcelain') !== '') throw new Error('Commit first: a release is one commit');
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};
const name = `sunloop-${version}`;
const sources = git('ls-files', '--', ...PARTS)
  .split('\n')
  .filter((file) => !IS_OF_TESTS.test(file));
const built = readdirSync(path.join(ROOT, BUILD), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
// In one order and of one owner and time, so that the same commit makes the same archive.
const same = [
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  `--mtime=${git('log', '-1', '--format=%cI')}`,
];
execFileSync(
  'tar',
  ['-czf', `${name}.tar.gz`, ...same, `--transform=s,^,${name}/,`, '--no-recursion', '-T', '-'],
  {
    cwd: ROOT,
    input: [...sources, ...built].join('\n'),
  },
);
console.log(
  `${name}.tar.gz of ${git('rev-parse', '--short', 'HEAD')}: tag that commit v${version}`,
);
