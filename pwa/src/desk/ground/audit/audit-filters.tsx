import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DeskDateField } from '../../../ui/desk/date-field.tsx';
import { DeskSelect } from '../../../ui/desk/select.tsx';
import { isNarrowed, type AuditFilter } from './audit-filter.ts';
import { actionOptions, entityOptions } from './audit-words.ts';

type Props = {
  filter: AuditFilter;
  userField: ReactNode;
  onFilter: (patch: Omit<AuditFilter, 'userId'>) => void;
  onShowAll: () => void;
};

/** Where the filters leave room for the log on the first screen. */
const ROOMY = '(min-width: 40rem) and (min-height: 30rem)';

/** Filters the log by what was done, to what, by whom and when; on a phone they open. */
export function AuditFilters({ filter, userField, onFilter, onShowAll }: Props) {
  const { action = '', entity = '', from, to } = filter;
  const [isOpen] = useState(() => isNarrowed(filter) || matchMedia(ROOMY).matches);
  const orAll = (value: string) => (value === '' ? undefined : value);
  return (
    <div role="search" aria-label="Audit log">
      <details className="audit-fold" open={isOpen}>
        <summary>Filter</summary>
        <div className="audit-filters">
          <DeskSelect
            label="Action"
            options={actionOptions(filter.action)}
            value={action}
            onChange={(value) => onFilter({ action: orAll(value) })}
          />
          <DeskSelect
            label="About"
            options={entityOptions(filter.entity)}
            value={entity}
            onChange={(value) => onFilter({ entity: orAll(value) })}
          />
          {userField}
          <DeskDateField label="From" value={from} onChange={(day) => onFilter({ from: day })} />
          <DeskDateField label="To" value={to} onChange={(day) => onFilter({ to: day })} />
        </div>
        {isNarrowed(filter) && (
          <div className="row">
            <Button variant="quiet" size="sm" icon="close" onPress={onShowAll}>
              Clear filters
            </Button>
          </div>
        )}
      </details>
    </div>
  );
}
