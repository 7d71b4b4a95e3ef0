import type { Orm } from '../../db/orm.ts';
import { literal, type Value } from '../../db/query/format-statement.ts';

/** Records every statement an ORM runs from now on, with its values filled in. */
export function recordStatements(orm: Orm): { take(): string[] } {
  let statements: string[] = [];
  const logger = orm.config.getLogger();
  logger.logQuery = (context) => {
    if ('formatted' in context && typeof context.formatted === 'string') {
      statements.push(context.formatted);
    }
  };
  const take = () => {
    const taken = statements;
    statements = [];
    return taken;
  };
  return { take };
}

export interface Prepared {
  readonly text: string;
  readonly values: readonly Value[];
}

/**
 * Records the statements of `db/query/statement.ts` that an ORM runs from now on, with their values beside
 * them.
 */
export function recordPrepared(orm: Orm): readonly Prepared[] {
  const prepared: Prepared[] = [];
  const logger = orm.config.getLogger();
  logger.logQuery = ({ label, query, params }) => {
    if (label !== undefined && query !== undefined)
      prepared.push({ text: query, values: (params ?? []) as Value[] });
  };
  return prepared;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Total Cost'?: number;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
type Explained = { 'QUERY PLAN': [{ Plan: PlanNode }] };

const EXPLAINABLE = /^\s*(select|with|insert|update|delete)\b/i;

/** The tables a statement would read from their first row to their last; nothing is executed. */
export async function findSeqScans(orm: Orm, statement: string): Promise<string[]> {
  if (!EXPLAINABLE.test(statement)) return [];
  const em = orm.em.fork();
  const [row] = await em.execute<Explained[]>(`explain (format json) ${statement}`);
  return row ? scansOf(row['QUERY PLAN'][0].Plan) : [];
}

export interface Plan {
  /** Tables read from their first row to their last. */
  readonly scans: readonly string[];
  readonly indexes: readonly string[];
  /** In the planner's own unit, one sequential page read. */
  readonly cost: number;
}

/**
 * How the database would run a statement; nothing is executed, and a statement that cannot be explained has
 * no plan.
 */
export async function findPlan(orm: Orm, statement: string): Promise<Plan | undefined> {
  if (!EXPLAINABLE.test(statement)) return undefined;
  const em = orm.em.fork();
  const [row] = await em.execute<Explained[]>(`explain (format json) ${statement}`);
  const plan = row?.['QUERY PLAN'][0].Plan;
  return plan && { scans: scansOf(plan), indexes: indexesOf(plan), cost: plan['Total Cost'] ?? 0 };
}

function indexesOf(node: PlanNode): string[] {
  const own = node['Index Name'] === undefined ? [] : [node['Index Name']];
  return [...own, ...(node.Plans ?? []).flatMap(indexesOf)];
}

function scansOf(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

/** Plans of a prepared statement: for its values, or generic, as our connections ask for. */
export type PlanKind = 'custom' | 'generic';

/**
 * How many rows each of these statements looks at, over all steps of its plan, if they run one after the
 * other in a transaction; their writes are rolled back.
 */
export async function countRowsSeen(
  orm: Orm,
  statements: readonly Prepared[],
  kind: PlanKind,
): Promise<number[]> {
  const em = orm.em.fork();
  const seen: number[] = [];
  await em.begin();
  try {
    await em.execute(`set local plan_cache_mode = force_${kind}_plan`);
    for (const { text, values } of statements) {
      await em.execute(`prepare watched as ${text}`);
      const sql = `explain (analyze, format json) execute watched${inParentheses(values)}`;
      const [row] = await em.execute<Explained[]>(sql);
      await em.execute('deallocate watched');
      seen.push(row ? rowsSeenBy(row['QUERY PLAN'][0].Plan) : 0);
    }
  } finally {
    await em.rollback();
  }
  return seen;
}

/**
 * How often each of these statements is planned for its own values in this many runs, and in as many after `grow`;
 * nothing is executed. Nobody else may use this ORM meanwhile, so that it needs only one connection.
 */
export async function countPlannings(
  orm: Orm,
  statements: readonly Prepared[],
  { runs, grow }: { runs: number; grow?: (() => Promise<unknown>) | undefined },
): Promise<number[]> {
  const em = orm.em.fork();
  const nameOf = (at: number) => `watched_${at}`;
  const planAll = async () => {
    for (const [at, { values }] of statements.entries()) {
      const sql = `explain execute ${nameOf(at)}${inParentheses(values)}`;
      for (let run = 0; run < runs; run += 1) await em.execute(sql);
    }
  };
  try {
    for (const [at, { text }] of statements.entries())
      await em.execute(`prepare ${nameOf(at)} as ${text}`);
    await planAll();
    if (grow) {
      await grow();
      await planAll();
    }
    const found = await em.execute<{ name: string; count: number }[]>(
      'select name, custom_plans::int as count from pg_prepared_statements',
    );
    const counts = new Map(found.map(({ name, count }) => [name, count]));
    return statements.map((_, at) => counts.get(nameOf(at)) ?? Number.NaN);
  } finally {
    await em.execute('deallocate all');
  }
}

/** The values of a prepared statement as `execute` takes them: nothing if there are none. */
function inParentheses(values: readonly Value[]): string {
  return values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
}

function rowsSeenBy(node: PlanNode): number {
  const ofALoop =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0);
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsSeenBy(child), 0);
  return ofALoop * (node['Actual Loops'] ?? 1) + below;
}
