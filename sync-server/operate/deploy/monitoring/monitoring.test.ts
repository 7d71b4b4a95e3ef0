import { routes } from '@sunloop/shared-types/routes.ts';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer, refer } from '../../../src/test/people.ts';
import { scrape, type Scrape } from '../../../src/test/scrape.ts';
import { startTestServer, type TestServer } from '../../../src/test/server.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const FOLDER = path.join(ROOT, 'sync-server/operate/deploy/monitoring');
const metricsToken = 'a secret of the tests';
const textOf = (name: string) => readFile(path.join(FOLDER, name), 'utf8');
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

let server: TestServer;
let scraped: Scrape;
beforeAll(async () => {
  server = await startTestServer({ metricsToken });
  const person = await makeCustomer(server);
  await refer(person, 1);
  await person.client.call(routes.currentUser);
  await server.sql("insert into backup_runs (night) values ('2026-01-01')");
  scraped = await scrape(server.url, metricsToken);
});
afterAll(() => server.close());

/** The figures an expression of Prometheus asks for: whatever has an underscore and is no function. */
const figuresIn = (expr: string) => {
  const outside = expr.replaceAll(/\{[^}]*\}|\b(by|without) \([^)]*\)/g, ' ');
  return matches(outside, /(?<![\w$])([a-z]+(?:_\w+)+)\b(?!\s*\()/g);
};
/** Pairs such as `within="1d"`, which a figure must have to be found at all. */
const pairsIn = (expr: string) => matches(expr, /\b(\w+="[^"$]*")/g);

test('what an expression asks for is told from its functions and labels', () => {
  const expr =
    'histogram_quantile(0.9, sum by (some_label) (rate(a_b_bucket{c_d="e"}[$__rate_interval]))) > f_g';
  expect(figuresIn(expr)).toEqual(['a_b_bucket', 'f_g']);
  expect(pairsIn(expr)).toEqual(['c_d="e"']);
});

/** What the server says only when it happens, and Prometheus itself of a target. */
const UNSEEN = new Set(['job="sunloop"', 'status="500"', 'status="503"', 'verdict="invalid"']);

function expectKnown(exprs: readonly string[]): void {
  expect(exprs.length).toBeGreaterThan(10);
  const unknown = exprs.flatMap(figuresIn).filter((name) => !scraped.names.has(name));
  expect(unknown).toEqual([]);
  const pairs = exprs.flatMap(pairsIn).filter((pair) => !UNSEEN.has(pair));
  expect(pairs.filter((pair) => !scraped.text.includes(pair))).toEqual([]);
}

test('each alert asks for figures there are, is tried by name, and is in the page of the docs', async () => {
  const rules = await textOf('alerts.yaml');
  const names = matches(rules, /- alert: (\w+)/g);
  expectKnown(matches(rules, /expr: (.+)/g));
  expect(matches(rules, /severity: (\w+)/g).filter((one) => !/^(page|ticket)$/.test(one))).toEqual(
    [],
  );
  for (const part of ['expr: ', 'summary: ', 'action: ', 'severity: '])
    expect(rules.split(part).length - 1, part).toBe(names.length);
  const tried = matches(await textOf('alerts.test.yaml'), /alertname="(\w+)"/g);
  expect(tried.toSorted()).toEqual(names.toSorted());
  const page = await readFile(path.join(ROOT, 'docs/run/monitoring.md'), 'utf8');
  expect(matches(page, /`(Sunloop\w+)`/g)).toEqual(names);
});

test('the page of the docs names the figures that are ours', async () => {
  const page = await readFile(path.join(ROOT, 'docs/run/monitoring.md'), 'utf8');
  const ours = matches(scraped.text, /^# TYPE (\w+)/gm).filter(
    (name) => !/^(nodejs|process)_/.test(name),
  );
  expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('promtool accepts the alerts and finds each as loud as it should be', async ({ skip }) => {
  const isThere = spawnSync('promtool', ['--version']).status === 0;
  skip(!isThere, 'promtool is not on this machine (Debian package prometheus)');
  for (const [what, file] of [
    ['check', 'alerts.yaml'],
    ['test', 'alerts.test.yaml'],
  ] as const) {
    const told = spawnSync('promtool', [what, 'rules', path.join(FOLDER, file)], {
      encoding: 'utf8',
    });
    expect(told.status, `${told.stdout}${told.stderr}`).toBe(0);
  }
});

const text = v.pipe(v.string(), v.nonEmpty());
const whole = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const source = v.strictObject({ type: v.literal('prometheus'), uid: v.literal('${datasource}') });
/** Units of Grafana that these panels use. */
const unit = v.picklist([
  'bool_yes_no',
  'bytes',
  'cps',
  'percentunit',
  'reqps',
  'rowsps',
  's',
  'short',
]);
const Panel = v.strictObject({
  id: whole(1, 1000),
  type: v.picklist(['stat', 'timeseries']),
  title: text,
  description: text,
  datasource: source,
  gridPos: v.strictObject({ x: whole(0, 23), y: whole(0, 1000), w: whole(1, 24), h: whole(2, 24) }),
  fieldConfig: v.strictObject({
    defaults: v.strictObject({ unit, min: v.literal(0) }),
    overrides: v.tuple([]),
  }),
  targets: v.array(
    v.strictObject({
      refId: v.pipe(v.string(), v.regex(/^[A-Z]$/)),
      expr: text,
      legendFormat: v.string(),
    }),
  ),
});
/** What of Grafana's schema (version 39) the dashboard has. */
const Dashboard = v.strictObject({
  uid: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  title: text,
  description: text,
  tags: v.array(text),
  schemaVersion: v.literal(39),
  version: v.literal(1),
  editable: v.boolean(),
  refresh: v.pipe(v.string(), v.regex(/^\d+[sm]$/)),
  timezone: v.literal('browser'),
  time: v.strictObject({ from: text, to: text }),
  templating: v.strictObject({
    list: v.array(
      v.variant('type', [
        v.strictObject({
          name: text,
          type: v.literal('datasource'),
          label: text,
          query: v.literal('prometheus'),
        }),
        v.strictObject({
          name: text,
          type: v.literal('query'),
          label: text,
          datasource: source,
          query: text,
          refresh: whole(1, 2),
        }),
      ]),
    ),
  }),
  annotations: v.strictObject({ list: v.tuple([]) }),
  panels: v.array(Panel),
});

test('the dashboard is one that Grafana can load, and asks for figures there are', async () => {
  const { panels, templating } = v.parse(Dashboard, JSON.parse(await textOf('dashboard.json')));
  const areDifferent = (values: readonly unknown[]) => new Set(values).size === values.length;
  expect(areDifferent(panels.map(({ id }) => id))).toBe(true);
  expect(areDifferent(panels.map(({ title }) => title))).toBe(true);
  for (const { targets } of panels)
    expect(areDifferent(targets.map(({ refId }) => refId))).toBe(true);
  expectKnown(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  const names = templating.list.map(({ name }) => `$${name}`);
  const asked = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => matches(expr, /(\$[a-z]\w*)/g)),
  );
  expect(asked.filter((name) => !names.includes(name))).toEqual([]);
});

test('no two panels of the dashboard lie on each other, and none sticks out', async () => {
  const { panels } = v.parse(Dashboard, JSON.parse(await textOf('dashboard.json')));
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from({ length: w * h }, (_, at) => `${x + (at % w)}:${y + Math.floor(at / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
});
