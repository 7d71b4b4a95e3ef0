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
  readonly Plans?: readonly PlanNode[];
}

const EXPLAINABLE = /^\s*(select|with|insert|update|delete)\b/i;

/** The tables a statement would read from their first row to their last; nothing is executed. */
export async function findSeqScans(orm: Orm, statement: string): Promise<string[]> {
  if (!EXPLAINABLE.test(statement)) return [];
  const em = orm.em.fork();
  const [row] = await em.execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
    `explain (format json) ${statement}`,
  );
  return row ? scansOf(row['QUERY PLAN'][0].Plan) : [];
}

function scansOf(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
