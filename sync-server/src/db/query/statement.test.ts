import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { Orm } from '../orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { formatStatement } from './format-statement.ts';
import { lookUpBy } from './look-up.ts';
import {
  defineStatement,
  nameStatements,
  runnerOf,
  transact,
  transactAtOnce,
  type Call,
} from './statement.ts';

let database: TestDatabase;
let orm: Orm;
beforeAll(async () => {
  database = await createTestDatabase();
  // Consecutive calls get the same connection, so the next would notice anything left behind.
  orm = await openOrm({ url: database.url, log: () => {} });
  await orm.em.fork().execute('create table notes (text text primary key)');
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});
beforeEach(() => orm.em.fork().execute('truncate notes'));

const WRITE = defineStatement('test-write-note', 'insert into notes (text) values ($1)');
const READ = defineStatement('test-read-notes', 'select text from notes order by text');
const ECHO = defineStatement('test-echo', 'select $1::text[] as texts, $2::int as number');
const DIVIDE = defineStatement('test-divide-one', 'select 1 / 0 as number');
const ONE = defineStatement('test-one', 'select 1 as number');
const notes = async () =>
  (await runnerOf(orm.em.fork())<{ text: string }>(READ, [])).map(({ text }) => text);

test('values arrive unchanged, in lists of any length, and the statement stays prepared', async () => {
  const run = runnerOf(orm.em.fork());
  for (const texts of [[], ['a'], ["it's", '"b"', String.raw`\n`, ',', '{}', 'NULL', '']]) {
    expect(await run(ECHO, [texts, texts.length])).toEqual([{ texts, number: texts.length }]);
  }
  const kept = await orm.em
    .fork()
    .execute(`select 1 from pg_prepared_statements where name = 'test-echo'`);
  expect(kept).toHaveLength(1);
});

test('the logged text means the same', async () => {
  const texts = ["it's", '"b"', String.raw`\n`, ',', '{}', 'NULL', ''];
  const text = formatStatement(ECHO.text, [texts, 7]);
  expect(await orm.em.fork().execute(text)).toEqual([{ texts, number: 7 }]);
  expect(formatStatement('select $1, $2', [null, true])).toBe("select null, 'true'");
});

test('a name stands for one text', () => {
  expect(() => defineStatement('test-echo', 'select 1')).toThrow('test-echo');
});

test('the runner of an EntityManager in a transaction runs in that transaction', async () => {
  const em = orm.em.fork();
  const undone = em.transactional(async (tx) => {
    await runnerOf(tx)(WRITE, ['gone']);
    expect(await runnerOf(tx)(READ, [])).toEqual([{ text: 'gone' }]);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(await notes()).toEqual([]);
});

test('a transaction stores all of its work, or nothing if the work fails', async () => {
  const em = orm.em.fork();
  await transact(em, (run) => run(WRITE, ['kept']));
  await expect(
    transact(em, async (run) => {
      await run(WRITE, ['gone']);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await expect(
    transact(em, (run) => Promise.all([run(WRITE, ['gone']), run(WRITE, ['kept'])])),
  ).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual(['kept']);
});

test('a transaction sent at once reports the first failure, stores nothing and leaves its connection usable', async () => {
  const em = orm.em.fork();
  const [, rows] = await transactAtOnce(em, [
    [WRITE, ['kept']],
    [READ, []],
  ]);
  expect(rows).toEqual([{ text: 'kept' }]);
  const failed = transactAtOnce(em, [
    [WRITE, ['gone']],
    [WRITE, ['kept']],
    [READ, []],
  ]);
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual(['kept']);
});

test('statements that a failure left out are prepared when they are run again', async () => {
  const em = orm.em.fork();
  const ok = defineStatement('test-first', 'select 1 as one');
  const wrong = defineStatement('test-wrong', 'select from there_is_none');
  const fails = defineStatement('test-divide', 'select 1 / $1::int as result');
  const after = defineStatement('test-after', 'select 2 as two');
  const failWith = async (code: string, call: Call) => {
    const failed = transactAtOnce(em, [[ok, []], call, [after, []]]);
    await expect(failed).rejects.toMatchObject({ code });
  };
  // Each twice: the second time the connection knows the statement, or believes that it does.
  for (let time = 0; time < 2; time += 1) {
    await failWith('42P01', [wrong, []]);
    await failWith('22012', [fails, [0]]);
  }
  const rows = await transactAtOnce(em, [
    [ok, []],
    [fails, [1]],
    [after, []],
  ]);
  expect(rows).toEqual([[{ one: 1 }], [{ result: 1 }], [{ two: 2 }]]);
});

test('a connection that ends in a transaction is not given to the next caller', async () => {
  const em = orm.em.fork();
  const end = defineStatement('test-end', 'select pg_terminate_backend(pg_backend_pid())');
  await expect(transact(em, (run) => run(end, []))).rejects.toThrow();
  await expect(transactAtOnce(em, [[end, []]])).rejects.toThrow();
  expect(await notes()).toEqual([]);
});

test('rows asked for at once are looked up together, each key getting its own', async () => {
  const em = orm.em.fork();
  for (const text of ['a', 'b']) await runnerOf(em)(WRITE, [text]);
  const text =
    'select text as key, (count(*) over ())::int as found from notes where text = any($1::text[])';
  const find = lookUpBy<{ key: string; found: number }>(defineStatement('test-look-up', text));
  // The first goes alone, the others go together after it.
  const [first, ...others] = await Promise.all(['a', 'a', 'c', 'b'].map((key) => find(em, key)));
  expect(first?.found).toBe(1);
  expect(others.map((row) => row?.key)).toEqual(['a', undefined, 'b']);
  expect(others.map((row) => row?.found)).toEqual([2, undefined, 2]);
});

test('a key that cannot be looked up fails only for its caller', async () => {
  const em = orm.em.fork();
  const text = `select n::text as key from unnest($1::text[]) k join generate_series(1, 3) n on n = k::int`;
  const find = lookUpBy(defineStatement('test-look-up-number', text));
  const answers = await Promise.allSettled(['1', '2', 'x', '3'].map((key) => find(em, key)));
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

test('rows have the same form at every run on a connection, in a transaction and outside', async () => {
  const text = `select n, n::text as text, null::text as nothing, n > 1 as "isBig", array[n::text] as list
    from generate_series(1, $1::int) n`;
  const rows = defineStatement('test-rows', text);
  const em = orm.em.fork();
  const expected = [1, 2].map((n) => ({
    n,
    text: String(n),
    nothing: null,
    isBig: n > 1,
    list: [String(n)],
  }));
  for (let time = 0; time < 3; time += 1) {
    expect(await runnerOf(em)(rows, [2])).toEqual(expected);
    expect(await runnerOf(em)(rows, [0])).toEqual([]);
    expect(
      await transactAtOnce(em, [
        [rows, [1]],
        [rows, [2]],
      ]),
    ).toEqual([[expected[0]], expected]);
    expect(await transact(em, (run) => run(rows, [2]))).toEqual(expected);
  }
});

test('without names no statement is left prepared, and all work as before', async () => {
  const em = orm.em.fork();
  nameStatements(false);
  onTestFinished(() => nameStatements(true));
  const bare = await openOrm({ url: database.url, log: () => {} });
  onTestFinished(() => bare.close(true));
  const own = bare.em.fork();
  const prepared = defineStatement('test-prepared', 'select name from pg_prepared_statements');
  expect(await runnerOf(own)(ECHO, [['a'], 1])).toEqual([{ texts: ['a'], number: 1 }]);
  expect(
    await transactAtOnce(own, [
      [ECHO, [['b'], 2]],
      [prepared, []],
    ]),
  ).toEqual([[{ texts: ['b'], number: 2 }], []]);
  expect(await transact(em, (run) => run(ECHO, [['c'], 3]))).toEqual([{ texts: ['c'], number: 3 }]);
});

test('a statement whose columns changed fails and does not mix them up', async () => {
  const em = orm.em.fork();
  await em.execute('create table shapes (a int); insert into shapes values (1)');
  const all = defineStatement('test-shape', 'select * from shapes');
  expect(await runnerOf(em)(all, [])).toEqual([{ a: 1 }]);
  expect(await runnerOf(em)(all, [])).toEqual([{ a: 1 }]);
  await em.execute('alter table shapes add column b int default 2');
  await expect(runnerOf(em)(all, [])).rejects.toMatchObject({ code: '0A000' });
});

test('of statements sent together in a transaction, the first that failed says why', async () => {
  const sent = transact(database.orm.em.fork(), async (run) => {
    // Whoever waits for the first hears of it later than whoever waits for the second.
    const first = (async () => (await run(DIVIDE, []))[0])();
    await Promise.all([first, run(ONE, [])]);
  });
  await expect(sent).rejects.toThrow('division by zero');
});
