import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutation } from '../mutations/mutation.ts';
import type { SourceTree } from './source-tree.ts';

/** Breaks the code of the tree; returns how to restore it. Throws if the list is outdated. */
export function applyMutation(tree: SourceTree, mutation: Mutation): () => void {
  const file = tree.fileOf(mutation.of);
  const text = tree.textOf(file);
  const target = path.join(tree.root, file);
  writeFileSync(target, breakText(text, mutation));
  return () => writeFileSync(target, text);
}

/** The text of the file of `of` with the mutation in it. Throws if the list is outdated. */
export function breakText(text: string, mutation: Mutation): string {
  return 'as' in mutation
    ? breakFunction(text, mutation.of, mutation.as)
    : replaceOnce(text, mutation.find, mutation.replace);
}

function breakFunction(text: string, name: string, replacement: string): string {
  const start = new RegExp(`^export ((?:async )?function) ${name}\\b`, 'm');
  if (!start.test(text)) throw new Error(`no function is exported as ${name}`);
  return `${text.replace(start, '$1 whole')}\nexport function ${name}(...given) {\n  return (${replacement})(...given);\n}\n`;
}

function replaceOnce(text: string, find: string, replace: string): string {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`occurs ${times} times: ${find}`);
  return text.replace(find, () => replace);
}
