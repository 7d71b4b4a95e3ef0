import type { AuditLog } from '@sunloop/shared-types/ground/audit.ts';
import { nameBrowser } from '@sunloop/shared-types/ground/name-browser.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { deedWords, detailLines } from './audit-words.ts';

/** What a line says on paper. */
export const PRINTED = [
  { label: 'When', text: ({ createdAt }: AuditLog) => formatMoment(createdAt) },
  { label: 'What', text: deedWords },
  { label: 'By', text: byWhom },
  { label: 'Details', text: (line: AuditLog) => detailLines(line).join('; ') },
  { label: 'Address', text: ({ ipAddress }: AuditLog) => ipAddress ?? 'Unknown address' },
  { label: 'Browser', text: ({ userAgent }: AuditLog) => nameBrowser(userAgent) },
] as const;

function byWhom({ userId, username }: AuditLog): string {
  if (userId === null) return 'Nobody signed in';
  return username ?? 'A deleted user';
}
