import path from 'node:path';
import { brokenArrow } from './arrows.ts';

interface ImportNode {
  readonly source: { readonly type: string; readonly value?: unknown } | null;
}

/** The part of the linter's rule context this rule reads. */
interface RuleContext {
  readonly cwd: string;
  readonly filename: string;
  report(finding: { node: ImportNode; message: string }): void;
}

function create(context: RuleContext) {
  const toOurs = (file: string) => path.relative(context.cwd, file).split(path.sep).join('/');
  const file = toOurs(context.filename);
  const check = (node: ImportNode) => {
    const source = node.source?.value;
    if (typeof source !== 'string') return;
    const isOurs = source.startsWith('.');
    const target = isOurs ? toOurs(path.resolve(path.dirname(context.filename), source)) : source;
    const message = brokenArrow(file, { target, isOurs });
    if (message !== undefined) context.report({ node, message });
  };
  return {
    ImportDeclaration: check,
    ImportExpression: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
  };
}

/** The lint plugin that enforces our import arrows. */
export default { meta: { name: 'sunloop' }, rules: { 'import-arrows': { create } } };
