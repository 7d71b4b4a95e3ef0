import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { licenseList, licensesOf } from './licenses.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'licenses-'));
});
afterEach(() => rm(root, { recursive: true }));

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

/** A package with one export; its manifest may lack a license. */
async function putPackage(name: string, { license, text }: { license?: string; text?: string }) {
  const folder = `node_modules/${name}`;
  const manifest = { name, version: '1.0.0', type: 'module', main: 'index.js', license };
  await put(`${folder}/package.json`, JSON.stringify(manifest));
  await put(`${folder}/index.js`, `export const name = () => console.log('${name}');`);
  if (text !== undefined) await put(`${folder}/LICENSE.md`, text);
  return join(root, folder);
}

test('The list names what is in the pages, a worker and a style, and nothing else', async () => {
  for (const name of ['page', '@scope/worker', 'font', 'unused'])
    await putPackage(name, { license: 'MIT', text: `Of ${name}` });
  await put('node_modules/font/sun.woff2', 'a font');
  await put('index.html', '<script type="module" src="/main.js"></script>');
  await put(
    'main.js',
    `import { name } from 'page'; import { name as unused } from 'unused'; import './style.css';
     name(); new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });`,
  );
  await put('worker.js', `import { name } from '@scope/worker'; name();`);
  await put('style.css', `@font-face { font-family: Sun; src: url('font/sun.woff2'); }`);
  const licenses = licenseList();
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { assetsInlineLimit: 0 },
    plugins: [licenses.collect(), licenses.write()],
    worker: { plugins: () => [licenses.collect()] },
  });
  const text = await readFile(join(root, 'dist/licenses.txt'), 'utf8');
  expect(text.match(/^.* 1\.0\.0 .*$/gm)).toEqual([
    '@scope/worker 1.0.0 (MIT)',
    'font 1.0.0 (MIT)',
    'page 1.0.0 (MIT)',
  ]);
  expect(text).toContain('Of @scope/worker');
});

test('Packages with the same text stand together, with their notices', async () => {
  const text = 'You may.';
  const folders = [
    await putPackage('b', { license: 'MIT', text }),
    await putPackage('a', { license: 'ISC', text }),
    await putPackage('c', { text: 'You may not.' }),
  ];
  await put('node_modules/c/NOTICE', 'Made by c.');
  const line = '-'.repeat(80);
  expect(await licensesOf(folders)).toContain(
    `${line}\na 1.0.0 (ISC)\nb 1.0.0 (MIT)\n\nYou may.\n\n${line}\nc 1.0.0\n\nYou may not.\n\nMade by c.\n`,
  );
});

test('A package without a license stops the build', async () => {
  const nobodys = await putPackage('nobodys', {});
  await expect(licensesOf([nobodys])).rejects.toThrow('nobodys names no license');
});
