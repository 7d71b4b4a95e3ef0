import type { Orm } from '../db/orm.ts';

/** Records every statement an ORM runs from now on, with its values in place. */
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

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
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

function scansOf(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

/** How many rows a statement looks at, over all steps of its plan; what it writes is rolled back. */
export async function countRowsSeen(orm: Orm, statement: string): Promise<number> {
  if (!EXPLAINABLE.test(statement)) return 0;
  const em = orm.em.fork();
  await em.begin();
  const [row] = await em.execute<Explained[]>(`explain (analyze, format json) ${statement}`);
  await em.rollback();
  return row ? rowsSeenBy(row['QUERY PLAN'][0].Plan) : 0;
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
