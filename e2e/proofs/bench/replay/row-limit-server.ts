/**
 * The plain contestants' server of the replay: Koa, one INSERT of all rows of a request, no session, no
 * validation. Also serves their page, whose script is the file named by PAGE.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Koa from 'koa';
import pg from 'pg';
import type { BenchRow } from '../rows.ts';

const INSERT = `
  insert into bench_rows (id, name, email, phone, date)
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
  on conflict do nothing`;

const script = readFileSync(process.env['PAGE'] ?? '', 'utf8');
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/page.js') {
    ctx.type = 'text/javascript';
    ctx.body = script;
  } else if (ctx.method !== 'POST') {
    ctx.type = 'text/html';
    ctx.body =
      '<!doctype html><title>Contestant</title><script type="module" src="/page.js"></script>';
  } else {
    const rows = (await json(ctx.req)) as BenchRow[];
    const columns = (['id', 'name', 'email', 'phone', 'date'] as const).map((name) =>
      rows.map((row) => row[name]),
    );
    await pool.query({ name: 'insert', text: INSERT, values: columns });
    ctx.body = { stored: rows.length };
  }
});
const server = app.listen(0, '127.0.0.1', () =>
  console.log((server.address() as AddressInfo).port),
);
