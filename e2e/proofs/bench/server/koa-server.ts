/**
 * Contestant of the server bench: Koa and MikroORM set up as in their manuals, with the bare server's
 * statements.
 */
import type { AddressInfo } from 'node:net';
import { defineEntity, MikroORM, p } from '@mikro-orm/postgresql';
import Koa from 'koa';
import { answerPlainly, type Run } from './answer-plainly.ts';

const url = process.env['DATABASE_URL'] ?? '';
const Referral = defineEntity({
  name: 'Referral',
  tableName: 'referrals',
  properties: { id: p.uuid().primary(), name: p.text(), email: p.text() },
});
const orm = await MikroORM.init({
  entities: [Referral],
  dbName: new URL(url).pathname.slice(1),
  driverOptions: { connectionString: url },
  pool: { min: 0, max: 10 },
  ensureDatabase: false,
});

const app = new Koa();
app.use(async (ctx) => {
  const em = orm.em.fork();
  const run: Run = ({ text }, params) => em.execute(text.replaceAll(/\$\d/g, '?'), [...params]);
  const { status, body } = await answerPlainly(ctx.req, run);
  ctx.status = status;
  ctx.body = body;
});
const server = app.listen(0, '127.0.0.1', () =>
  console.log((server.address() as AddressInfo).port),
);
