/** Contestant of the server bench: `node:http` and `pg` with prepared statements, and nothing else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { answerPlainly, type Run } from './answer-plainly.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const run: Run = async ({ name, text }, params) =>
  (await pool.query({ name, text, values: [...params] })).rows;

const server = createServer((request, response) => {
  answerPlainly(request, run).then(
    ({ status, body }) => {
      const text = Buffer.from(JSON.stringify(body));
      const headers = { 'Content-Type': 'application/json', 'Content-Length': text.length };
      response.writeHead(status, headers).end(text);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
