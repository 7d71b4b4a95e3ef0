import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import type * as v from 'valibot';
import { describeLimits } from '../bounds/call-limits.ts';
import { refusalsOf } from './refusals.ts';
import { describeSchema } from './schemas.ts';

type Json = Record<string, unknown>;

const REFUSED = { $ref: '#/components/responses/Refused' };

/**
 * One call as an OpenAPI operation; routes that share a path and differ by a query parameter are
 * one operation.
 */
export function describeOperation(name: string, variants: readonly [Route, ...Route[]]): Json {
  const [first] = variants;
  const limits = describeLimits(name);
  return {
    operationId: name,
    summary: inWords(name),
    tags: [first.access],
    ...(limits.length > 0 && { description: `Bounds: ${limits.join('; ')}.` }),
    ...(first.access === 'public' && { security: [] }),
    parameters: [
      ...describeFields('path', first.params),
      ...describeQuery(variants),
      ...describeHeaders(first),
    ],
    ...(first.body && { requestBody: { required: true, content: describeBody(first) } }),
    responses: { ...describeAnswers(variants), ...describeRefusals(first) },
  };
}

function describeFields(place: 'path' | 'query', schema: v.GenericSchema | undefined): Json[] {
  if (!schema || !('entries' in schema)) return [];
  const entries = Object.entries(schema.entries as Record<string, v.GenericSchema>);
  return entries.map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: describeSchema(field),
  }));
}

/** `addReferral` as 'Add referral'. */
function inWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// Each parameter belongs to one form of the call, so none is required of all; one that several have is told once.
function describeQuery(variants: readonly Route[]): Json[] {
  const fields = variants.flatMap(({ query }) => describeFields('query', query));
  return [...new Map(fields.map((field) => [field['name'], field])).values()];
}

function describeHeaders({ method, access, hasEtag }: Route): Json[] {
  const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });
  const isTagged = method === 'GET' && hasEtag !== false;
  return [
    ...(isTagged ? [header('If-None-Match')] : []),
    ...(access === 'public' ? [] : [header(EXPECTED_USER_HEADER)]),
  ];
}

function describeAnswers(variants: readonly [Route, ...Route[]]): Json {
  const statuses = new Set(variants.flatMap(({ answers }) => Object.keys(answers)));
  const answers = [...statuses].map((status) => {
    const schemas = variants.flatMap(({ answers }) => answers[Number(status)] ?? []);
    const json = schemas.filter(({ type }) => type !== 'undefined' && type !== 'string');
    const text = schemas.find(({ type }) => type === 'string');
    const content = {
      ...(json.length > 0 && asJson(...json)),
      ...(text && { 'text/csv': { schema: describeSchema(text) } }),
    };
    return [status, { description: 'Done', ...(Object.keys(content).length > 0 && { content }) }];
  });
  const isTagged = variants.some(({ method, hasEtag }) => method === 'GET' && hasEtag !== false);
  return { ...Object.fromEntries(answers), ...(isTagged && { 304: { description: 'Unchanged' } }) };
}

function describeBody({ body, bodyTypes = {} }: Route): Json {
  if (!body) return {};
  const fields = 'entries' in body ? (body.entries as Record<string, v.GenericSchema>) : {};
  const others = Object.entries(bodyTypes).map(([type, name]) => {
    const schema = (name === undefined ? undefined : fields[name]) ?? body;
    return [type, { schema: describeSchema(schema) }];
  });
  return { ...asJson(body), ...Object.fromEntries(others) };
}

function asJson(...schemas: readonly v.GenericSchema[]): Json {
  // Forms of a call may answer alike.
  const shapes = new Map(
    schemas.map(describeSchema).map((shape) => [JSON.stringify(shape), shape]),
  );
  const [first, ...others] = shapes.values();
  return {
    'application/json': { schema: others.length > 0 ? { oneOf: [first, ...others] } : first },
  };
}

function describeRefusals(call: Route): Json {
  // Whatever else is refused has the same form.
  const statuses = [...refusalsOf(call), '4XX', 'default'];
  return Object.fromEntries(statuses.map((status) => [status, REFUSED]));
}
