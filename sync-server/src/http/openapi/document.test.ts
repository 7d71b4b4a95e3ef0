import { Validator } from '@seriousme/openapi-schema-validator';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required?: string[]; properties?: object }> };
}

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await startTestServer();
  document = (await (await server.client().fetch('/api/openapi.json')).json()) as Document;
});
afterAll(() => server.close());

test('a public validator accepts the document as OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
});

test('every reference points at something', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  const targets = new Set([...references].map(([, path = '']) => path));
  expect(targets.size).toBeGreaterThan(10);
  for (const path of targets) {
    const found = path
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
    expect(found, path).toBeTypeOf('object');
  }
});

test('every call of the table is there with its success statuses', () => {
  for (const [name, { path, method, answers }] of Object.entries<Route>(routes)) {
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = document.paths[address]?.[method.toLowerCase()];
    expect(operation, name).toBeDefined();
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining([...Object.keys(answers), '4XX', 'default']),
    );
  }
});

test('the two forms of one path are one operation', () => {
  const pull = document.paths['/api/admin/referrals']?.['get'];
  expect(pull?.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['status', 'q', 'limit', 'after', 'since']),
  );
  expect(pull?.responses['200']?.content?.['application/json']?.schema['oneOf']).toHaveLength(2);
  const payouts = document.paths['/api/admin/payouts']?.['get'];
  expect(Object.keys(payouts?.responses['200']?.content ?? {})).toEqual([
    'application/json',
    'text/csv',
  ]);
});

test('a read that is counted may be refused for too many, unless it leads on to a page that says so', () => {
  const statuses = (path: string) => Object.keys(document.paths[path]?.['get']?.responses ?? {});
  expect(statuses('/api/refer/{code}')).toContain('429');
  expect(statuses('/api/sso/callback')).not.toContain('429');
  expect(statuses('/api/stats')).not.toContain('429');
});

test('a row that is judged on its own has the shape by which it is judged, and no other body has it', () => {
  const naming = (shape: string) =>
    Object.entries(document.paths).flatMap(([path, calls]) =>
      namedIn(calls).has(shape) ? [path] : [],
    );
  expect(naming('PushRow')).toEqual(['/api/sync/push']);
  expect(naming('OnBehalfRow')).toEqual(['/api/taken']);
});

/** The shapes that something refers to, also by another shape. */
function namedIn(part: object, named = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/schemas\/(\w+)"/g)) {
    if (named.has(name)) continue;
    named.add(name);
    namedIn(document.components.schemas[name] ?? {}, named);
  }
  return named;
}

test('no body and no answer is left open', () => {
  const open = Object.entries(document.paths).filter(([, calls]) =>
    /"(?:schema|items|additionalProperties)":\{\}/.test(JSON.stringify(calls)),
  );
  expect(open).toEqual([]);
});

test('named shapes say what is required', () => {
  expect(document.components.schemas['SignUp']?.required).toEqual([
    'username',
    'email',
    'password',
  ]);
});

test('a change says what its admin saw, and may be refused for it', () => {
  const { schemas } = document.components;
  expect(Object.keys(schemas['QuoteChange']?.properties ?? {})).toContain('expected');
  expect(schemas['SeenQuote']?.required).toEqual(['status', 'referralId']);
  const change = document.paths['/api/admin/quotes/{id}']?.['patch'];
  expect(Object.keys(change?.responses ?? {})).toContain('409');
});

test('the document carries a tag, answers HEAD and accepts no other method', async () => {
  const client = server.client();
  const { headers } = await client.fetch('/api/openapi.json');
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  const known = { headers: { 'If-None-Match': headers.get('etag') ?? '' } };
  expect((await client.fetch('/api/openapi.json', known)).status).toBe(304);
  expect((await client.fetch('/api/openapi.json', { method: 'HEAD' })).status).toBe(200);
  expect((await client.fetch('/api/openapi.json', { method: 'POST' })).status).toBe(405);
});

test('tells each parameter of a call once, in words what each call does, and no shape that nothing uses', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const { operationId, summary, parameters } of operations) {
    const places = parameters.map(({ name, in: place }) => `${place} ${name}`);
    expect(places, operationId).toEqual([...new Set(places)]);
    expect(summary, operationId).toMatch(/^[A-Z][a-z ]+/);
  }
  const text = JSON.stringify(document);
  for (const name of Object.keys(document.components.schemas))
    expect(text).toContain(`"#/components/schemas/${name}"`);
});
