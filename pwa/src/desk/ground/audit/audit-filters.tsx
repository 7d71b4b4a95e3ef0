import type { ReactNode } from 'react';
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

/** Filters the log by what was done, to what, by whom and when. */
export function AuditFilters({ filter, userField, onFilter, onShowAll }: Props) {
  const { action = '', entity = '', from, to } = filter;
  const orAll = (value: string) => (value === '' ? undefined : value);
  return (
    <div className="stack" role="search" aria-label="Audit log">
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
    </div>
  );
}
