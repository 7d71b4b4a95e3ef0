import { createHash } from 'node:crypto';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';

/** The parts of a schema that decide what data an answer contains; messages and limits do not. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly key?: Schema;
  readonly value?: Schema;
  readonly literal?: unknown;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly Schema[];
}

/** Fields and their types as text: equal for two schemas that keep the same parts of an answer. */
export function shapeOf(schema: object): string {
  return JSON.stringify(outlineOf(schema as Schema));
}

function outlineOf(schema: Schema): unknown {
  const { type, entries, item, wrapped, key, value, literal, options, pipe } = schema;
  const inner = [item, wrapped, key, value].map((part) => isSchema(part) && outlineOf(part));
  const steps = pipe?.slice(1).map((step) => step.type);
  const fields = Object.entries(entries ?? {}).map(([name, field]) => [name, outlineOf(field)]);
  const choices = options?.map((option) => (isSchema(option) ? outlineOf(option) : option));
  return [type, literal, inner, fields, choices, steps];
}

const isSchema = (part: unknown): part is Schema =>
  typeof part === 'object' && part !== null && 'type' in part;

/** What the build puts into the code (`src/data/read-shapes.ts`): a short name for the shapes of all kept answers. */
export function readShapes(): { __READ_SHAPE__: string } {
  const reads = Object.values<Route>(routes).filter(({ method }) => method === 'GET');
  return { __READ_SHAPE__: nameOf(reads.map(toText).join('\n')) };
}

const toText = ({ path, answers }: Route) =>
  [path, ...Object.values(answers).map((answer) => shapeOf(answer))].join(' ');

/** As source text. */
const nameOf = (text: string) =>
  JSON.stringify(createHash('sha256').update(text).digest('base64url').slice(0, 4));
