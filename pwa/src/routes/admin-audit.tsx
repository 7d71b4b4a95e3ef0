import { type AuditLog as Line, routes } from '@sunloop/shared-types';
import { useState } from 'react';
import { isProblem } from '../api/problems.ts';
import type { UserDb } from '../data/user-db.ts';
import {
  type AuditFilter,
  auditFilterOf,
  isNarrowed,
} from '../features/admin-audit/audit-filter.ts';
import { AuditFilters } from '../features/admin-audit/audit-filters.tsx';
import { AuditLog } from '../features/admin-audit/audit-log.tsx';
import { askDesk, askDeskFile } from '../sync/ask-desk.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Reading } from '../ui/reading.tsx';
import { saveTextFile } from '../ui/save-text-file.ts';
import { showToast } from '../ui/show-toast.ts';
import type { AdminSearch } from './admin-search.ts';
import { useDeskReading } from './use-desk-reading.ts';

const SHOW_ALL = {
  action: undefined,
  entity: undefined,
  user: undefined,
  from: undefined,
  to: undefined,
};

type Props = {
  db: UserDb;
  search: AdminSearch;
  onSearch: (patch: Partial<AdminSearch>, options?: { replace?: boolean }) => void;
};

/** The audit log: the newest page from this device, older ones as far as one scrolls. */
export function AdminAudit({ db, search, onSearch }: Props) {
  const { action, entity, user: userId, from, to } = search;
  const filter = auditFilterOf({ action, entity, userId, from, to });
  const first = useDeskReading(db, routes.auditLogs, { query: filter });
  const users = useDeskReading(db, routes.users);
  const { isBusy, download } = useAuditFile(db, filter);
  const openerOf = (line: Line) => {
    const place = placeOf(line);
    return place && (() => onSearch({ ...SHOW_ALL, tab: undefined, ...place }));
  };
  const showAll = () => onSearch(SHOW_ALL, { replace: true });
  return (
    <Card
      title="Audit Log"
      action={
        <Button
          variant="quiet"
          size="sm"
          icon="download"
          isDisabled={isBusy}
          onPress={() => void download()}
        >
          {isBusy ? 'Preparing...' : 'Download CSV'}
        </Button>
      }
    >
      <AuditFilters
        filter={filter}
        users={users.kind === 'ready' ? users.data : []}
        onFilter={(patch) => onSearch(toSearch(patch), { replace: true })}
        onShowAll={showAll}
      />
      <Reading of={first} what="The audit log" lines={8}>
        {(lines) => (
          <AuditLog
            key={JSON.stringify(filter)}
            first={lines}
            loadBefore={(before) => askDesk(db, routes.auditLogs, { query: { ...filter, before } })}
            isNarrowed={isNarrowed(filter)}
            openerOf={openerOf}
            onUser={(id) => onSearch({ user: id })}
            onShowAll={showAll}
          />
        )}
      </Reading>
    </Card>
  );
}

/** What the URL calls a user, the log calls who did it. */
function toSearch(patch: AuditFilter): Partial<AdminSearch> {
  const { userId: user, ...rest } = patch;
  return 'userId' in patch ? { ...rest, user } : rest;
}

/** The narrowed log as a file of the server's making. */
function useAuditFile(db: UserDb, filter: AuditFilter) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const query = { ...filter, format: 'csv' };
      const text = await askDeskFile(db, routes.auditCsv, query);
      const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
      saveTextFile(`sunloop-audit-log-${day}.csv`, text);
    } catch (error) {
      if (!isProblem(error)) console.error('Download Failed:', error);
      const description = error instanceof Error ? error.message : String(error);
      void showToast({ title: 'Download Failed', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, download };
}

/** Where the console shows what a line is about. */
function placeOf({ entity, entityId }: Line): Partial<AdminSearch> | undefined {
  if (entityId === null) return undefined;
  switch (entity) {
    case 'user':
      return { panel: 'users', user: entityId };
    case 'referral':
      return { panel: 'referrals', id: entityId };
    case 'quote':
      return { panel: 'quotes', id: entityId };
    case 'reward_tier':
    case 'reward':
    case 'achievement':
    case 'payout':
      return { panel: 'programme' };
    default:
      return undefined;
  }
}
