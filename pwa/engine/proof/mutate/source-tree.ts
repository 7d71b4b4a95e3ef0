import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutation } from '../mutations/mutation.ts';

/** Where mutations look for what they break, and for tests. */
const ROOTS = ['pwa/engine/src', 'pwa/src', 'sync-server/src'];

/** The sources under a root of the repository, found by what they export and by name, so that files may move. */
export class SourceTree {
  readonly root: string;
  readonly #files: readonly string[];
  readonly #texts = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
    this.#files = ROOTS.flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.split(path.sep).join('/')),
      ),
    );
  }

  /** The file that exports a function, class or constant, by its path from the root. Throws unless there is one. */
  fileOf(name: string): string {
    const exports = new RegExp(`^export (async )?(function|class|const) ${name}\\b`, 'm');
    const sources = this.#files.filter((file) => /(?<!\.test)\.ts$/.test(file));
    return onlyOne(
      sources.filter((file) => exports.test(this.textOf(file))),
      `files that export ${name}`,
    );
  }

  /** The tests that have to notice a mutation, found by name in the workspace it breaks. Throws unless each is there once. */
  testsOf({ of, tests }: Mutation): string[] {
    const [workspace = ''] = this.fileOf(of).split('/');
    const near = this.#files.filter((file) => file.startsWith(`${workspace}/`));
    return tests.map((name) =>
      onlyOne(
        near.filter((file) => path.posix.basename(file) === name),
        `files named ${name}`,
      ),
    );
  }

  has(file: string): boolean {
    return this.#files.includes(file);
  }

  filesIn(folder: string): string[] {
    return this.#files.filter((file) => file.startsWith(`${folder}/`));
  }

  /** What a file said when it was first asked for: each lookup by name goes through all of them. */
  textOf(file: string): string {
    const text = this.#texts.get(file) ?? readFileSync(path.join(this.root, file), 'utf8');
    this.#texts.set(file, text);
    return text;
  }
}

function onlyOne(found: readonly string[], what: string): string {
  const [one] = found;
  if (one === undefined || found.length > 1) throw new Error(`${found.length} ${what}`);
  return one;
}
