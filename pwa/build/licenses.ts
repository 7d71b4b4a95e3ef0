import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

/** In the folder that is served. */
const FILE = 'licenses.txt';
const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE_FILE = /^(?:licen[sc]e|copying|notice)/i;
const LINE = '-'.repeat(80);
const HEAD = `Sunloop is built with these packages by others, under their own licenses.
Sunloop itself is not under them.
`;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * Writes the licenses of all packages whose code or files are in the app. `collect` makes a plugin for each build that adds
 * to it (pages, workers, service worker), `write` the last one of the main build.
 */
export function licenseList(): { collect: () => Plugin; write: () => Plugin } {
  const folders = new Set<string>();
  return {
    collect: () => ({
      name: 'sunloop:collect-packages',
      generateBundle(_options, bundle) {
        const root = this.environment.config.root;
        for (const file of Object.values(bundle)) {
          const sources = file.type === 'chunk' ? file.moduleIds : file.originalFileNames;
          for (const source of sources) {
            const [, folder] = PACKAGE.exec(resolve(root, source)) ?? [];
            if (folder !== undefined && !source.startsWith('\0')) folders.add(folder);
          }
        }
      },
    }),
    write: () =>
      afterBuild('write-licenses', async (outDir) =>
        writeFile(join(outDir, FILE), await licensesOf([...folders])),
      ),
  };
}

/** The licenses of packages, by name; packages with the same text stand together. Throws for one that has none. */
export async function licensesOf(folders: readonly string[]): Promise<string> {
  const packages = await Promise.all(folders.map(readPackage));
  packages.sort((a, b) => a.title.localeCompare(b.title, 'en'));
  const byText = Map.groupBy(packages, ({ text }) => text);
  const parts = [...byText].map(([text, group]) => {
    const titles = group.map(({ title }) => title).join('\n');
    return `${LINE}\n${titles}\n\n${text}\n`;
  });
  return [HEAD, ...parts].join('\n');
}

async function readPackage(folder: string) {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license } = manifest;
  const files = (await readdir(folder)).filter((file) => LICENSE_FILE.test(file)).toSorted();
  if (license === undefined && files.length === 0) throw new Error(`${name} names no license`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return {
    title: `${name} ${version}${license === undefined ? '' : ` (${license})`}`,
    text:
      texts.map((text) => text.trim()).join('\n\n') || 'The package has no text of its license.',
  };
}
