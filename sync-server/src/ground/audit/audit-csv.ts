import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AuditLog } from '@sunloop/shared-types/ground/audit.ts';
import { csvOf, type CsvCell } from '@sunloop/shared-types/values/csv.ts';
import { findAuditLogs, type AuditFilter } from './queries.ts';

/** A file holds at most this many lines, the newest; its last line says so if there are more. */
const AUDIT_CSV_MAX_LINES = 50_000;

// People's spreadsheets refer to columns by position, so a new one goes at the end.
const columns = [
  'createdAt',
  'username',
  'action',
  'entity',
  'entityId',
  'details',
  'ipAddress',
  'userAgent',
  'userId',
  'id',
  'subject',
] as const satisfies readonly (keyof AuditLog)[];

/** The filtered log as a file, newest first. */
export async function findAuditCsv(
  em: SqlEntityManager,
  filter: AuditFilter,
  maxLines = AUDIT_CSV_MAX_LINES,
): Promise<string> {
  const logs = await findAuditLogs(em, { ...filter, limit: maxLines + 1 });
  const lines: CsvCell[][] = logs
    .slice(0, maxLines)
    .map((log) => columns.map((column) => log[column] ?? null));
  if (logs.length > maxLines) {
    lines.push([
      `Only the newest ${maxLines} lines are here: narrow the days to see the older ones`,
    ]);
  }
  return csvOf([columns, ...lines]);
}
