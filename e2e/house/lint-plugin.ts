import path from 'node:path';
import { brokenArrow, namedTable } from './arrows.ts';

interface Node {
  readonly type: string;
}

interface ImportNode extends Node {
  readonly source: { readonly type: string; readonly value?: unknown } | null;
}

interface MemberNode extends Node {
  readonly object: { readonly name?: string };
  readonly property: { readonly name?: string };
}

/** The part of the linter's rule context this rule reads. */
interface RuleContext {
  readonly cwd: string;
  readonly filename: string;
  report(finding: { node: Node; message: string }): void;
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

/** `db.outbox` outside of the engine. */
function createTables(context: RuleContext) {
  const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
  return {
    MemberExpression(node: MemberNode) {
      const message = namedTable(file, node.object.name ?? '', node.property.name ?? '');
      if (message !== undefined) context.report({ node, message });
    },
  };
}

/** The lint plugin that enforces our import arrows, and the wall around the engine's tables. */
export default {
  meta: { name: 'sunloop' },
  rules: { 'import-arrows': { create }, 'no-tables': { create: createTables } },
};
