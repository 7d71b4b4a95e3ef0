import { readdirSync } from 'node:fs';
import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { JUDGED_BY } from './judged-rows.ts';

type JsonSchema = ReturnType<typeof toJsonSchema>;

/** The folder of the contract; every file in it exports the shapes of a noun. */
const CONTRACT = new URL('.', import.meta.resolve('@sunloop/shared-types/routes.ts'));
const nouns = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const contract = await Promise.all(
  nouns.map((file) => import(new URL(file, CONTRACT).href) as Promise<Record<string, unknown>>),
);

const definitions: Record<string, v.GenericSchema> = Object.fromEntries(
  contract.flatMap((noun) =>
    Object.entries(noun).flatMap(([name, value]) => (isObjectSchema(value) ? [[name, value]] : [])),
  ),
);

function isObjectSchema(value: unknown): value is v.GenericSchema {
  const type = typeof value === 'object' && value !== null && 'type' in value && value.type;
  return type === 'object' || type === 'strict_object';
}

const referenceTo = (name: string) => `#/components/schemas/${name}`;

/** The named shape of a value that the contract leaves open; throws if it is no row that is judged on its own. */
function shapeOfOpen(open: unknown): JsonSchema {
  const judged = JUDGED_BY.get(open);
  const [name] = Object.entries(definitions).find(([, schema]) => schema === judged) ?? [];
  if (name === undefined)
    throw new Error('The contract leaves a value open that nothing describes');
  return { $ref: referenceTo(name) };
}

// OpenAPI 3.1 speaks JSON Schema 2020-12. What that cannot express (well-formed text, real image
// bytes) is left out: the document describes what to send, and the server's own schemas decide.
const config: ConversionConfig = {
  typeMode: 'input',
  errorMode: 'ignore',
  target: 'draft-2020-12',
  definitions,
  overrideRef: ({ referenceId }) => referenceTo(referenceId),
  overrideSchema: ({ valibotSchema }) =>
    valibotSchema.type === 'unknown' ? shapeOfOpen(valibotSchema) : undefined,
};

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** A schema of the route table as JSON Schema; the named shapes of shared-types become references. */
export function describeSchema(schema: v.GenericSchema): JsonSchema {
  const described = toJsonSchema(schema, config);
  // Within a document these belong at the top level.
  delete described.$schema;
  delete described.$defs;
  return described;
}

/** The named shapes of shared-types that `users` of them refer to, directly or by another shape, for `components.schemas`. */
export function describeNamedSchemas(...users: readonly object[]): Record<string, JsonSchema> {
  const all = toJsonSchemaDefs(definitions, config);
  const used = new Map<string, JsonSchema>();
  const take = (user: object) => {
    for (const [, name = ''] of JSON.stringify(user).matchAll(REFERENCE)) {
      const shape = all[name];
      if (!shape || used.has(name)) continue;
      used.set(name, shape);
      take(shape);
    }
  };
  for (const user of users) take(user);
  return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
