import { AuditLogQuery } from '@sunloop/shared-types/ground/admin.ts';
import * as v from 'valibot';
import { actionLabel, entityLabel } from './audit-words.ts';

export type AuditFilter = Pick<AuditLogQuery, 'action' | 'entity' | 'userId' | 'from' | 'to'>;

const NAMES = ['action', 'entity', 'userId', 'from', 'to'] as const;

/** The filter in the URL; what the server would not understand is left out. */
export function auditFilterOf(
  search: Readonly<Record<(typeof NAMES)[number], string | undefined>>,
): AuditFilter {
  const pairs = NAMES.flatMap((name) => {
    const parsed = v.safeParse(AuditLogQuery.entries[name], search[name]);
    return parsed.success && parsed.output !== undefined ? [[name, parsed.output]] : [];
  });
  return Object.fromEntries(pairs) as AuditFilter;
}

export function isNarrowed(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** What the log is narrowed to, for a log on paper; empty where it is not. */
export function filterWords(filter: AuditFilter, username: string | undefined): string[] {
  const { action, entity, userId, from, to } = filter;
  return [
    action ? actionLabel(action) : '',
    entity ? `About ${entityLabel(entity)}` : '',
    userId ? `By ${username ?? 'one user'}` : '',
    from ? `From ${from}` : '',
    to ? `To ${to}` : '',
  ];
}
