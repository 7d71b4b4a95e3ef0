import type { AuditLog as Line } from '@sunloop/shared-types/ground/audit.ts';
import { PAGE_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { auditFilterOf, filterWords, isNarrowed } from '../ground/audit/audit-filter.ts';
import { AuditFilters } from '../ground/audit/audit-filters.tsx';
import { AuditLog } from '../ground/audit/audit-log.tsx';
import { PRINTED } from '../ground/audit/printed-columns.ts';
import { askDesk, askDeskFile } from '@sunloop/engine/desk.ts';
import { officeDay } from '@sunloop/shared-types/ground/time-zone.ts';
import { Card } from '../../ui/card.tsx';
import { PersonField } from '../../ui/desk/person-field.tsx';
import { FileButton, PrintButton } from '../../ui/forms/file-button.tsx';
import { Reading } from '../../ui/reading.tsx';
import type { PanelProps } from './admin-panels.ts';
import { findPeople } from './find-anybody.ts';
import { printDeskList } from './print-desk-list.ts';
import { saveDeskFile } from './save-desk-file.ts';
import { useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { usePerson } from './use-person.ts';
import { useUserDb } from '../../stored/user-db.ts';

/** Without the keys of its filter, which mean nothing to the other tabs. */
export const NO_FILTER = {
  action: undefined,
  entity: undefined,
  user: undefined,
  from: undefined,
  to: undefined,
};

/** The audit log: the newest page from this device, older ones while scrolling. */
export function AdminAudit({ user, search, onSearch }: PanelProps) {
  const db = useUserDb();
  const { action, entity, user: userId, from, to } = search;
  const filter = auditFilterOf({ action, entity, userId, from, to });
  const first = useDeskReading(routes.auditLogs, { query: filter });
  const actor = usePerson(filter.userId ?? '');
  const act = useDeskAct();
  const download = async () => {
    const day = officeDay(Date.now(), user.timeZone);
    await saveDeskFile(act, `sunloop-audit-log-${day}.csv`, () =>
      askDeskFile(db, routes.auditCsv, { ...filter, format: 'csv' }),
    );
  };
  const print = () =>
    printDeskList({
      title: 'Audit Log',
      filters: filterWords(filter, actor?.name),
      columns: PRINTED,
      read: async (before) => {
        const query = { ...filter, before, limit: String(PAGE_MAX_ROWS) };
        const rows = await askDesk(db, routes.auditLogs, { query });
        return { rows, next: rows.length < PAGE_MAX_ROWS ? undefined : rows.at(-1)?.id };
      },
    });
  const openerOf = (line: Line) => {
    const place = placeOf(line);
    return place && (() => onSearch({ ...NO_FILTER, tab: undefined, ...place }));
  };
  const showAll = () => onSearch(NO_FILTER, { replace: true });
  return (
    <Card
      title="Audit Log"
      action={
        <div className="row">
          <FileButton label="Download CSV" onFile={download} />
          <PrintButton onPrint={print} />
        </div>
      }
    >
      <AuditFilters
        filter={filter}
        userField={
          <PersonField
            label="User"
            placeholder="Everybody"
            chosen={filter.userId === undefined ? undefined : { id: filter.userId, option: actor }}
            onFind={(typed, signal) => findPeople(db, typed, signal)}
            onChoose={(user) => onSearch({ user }, { replace: true })}
          />
        }
        onFilter={(patch) => onSearch(patch, { replace: true })}
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

/** The place in the console that shows what a line is about. */
function placeOf({ entity, entityId }: Line): Partial<PanelProps['search']> | undefined {
  if (entityId === null) return undefined;
  switch (entity) {
    case 'user':
      return { panel: 'users', user: entityId };
    case 'referral':
      return { panel: 'referrals', id: entityId };
    case 'quote':
      return { panel: 'quotes', id: entityId };
    case 'reward_tier':
    case 'available_reward':
    case 'achievement':
    case 'payout':
      return { panel: 'programme' };
    default:
      return undefined;
  }
}
