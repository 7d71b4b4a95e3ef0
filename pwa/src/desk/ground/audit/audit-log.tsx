import type { AuditLog as Line } from '@sunloop/shared-types/ground/audit.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LongList } from '../../../ui/long-list.tsx';
import { AuditItem } from './audit-item.tsx';
import { OlderLines } from './older-lines.tsx';
import { useAuditLines, type LoadBefore } from './use-audit-lines.ts';
import './audit-log.css';

type Props = {
  first: readonly Line[];
  loadBefore: LoadBefore;
  isNarrowed: boolean;
  /** How to open what a line is about; undefined if that has no page. */
  openerOf: (line: Line) => (() => void) | undefined;
  onUser: (userId: string) => void;
  onShowAll: () => void;
};

/** Who did what, newest first, as far back as the person scrolls. */
export function AuditLog({ first, loadBefore, isNarrowed, openerOf, onUser, onShowAll }: Props) {
  const { lines, older, problem, loadOlder } = useAuditLines(first, loadBefore);
  if (lines.length === 0) {
    return isNarrowed ? (
      <EmptyState icon="search" title="Nothing in the log matches this filter.">
        <Button variant="quiet" onPress={onShowAll}>
          Show all
        </Button>
      </EmptyState>
    ) : (
      <EmptyState icon="file" title="Nothing has been logged yet." />
    );
  }
  return (
    <>
      <LongList label="Audit log" items={lines} keyOf={({ id }) => id}>
        {(line) => <AuditItem line={line} onOpen={openerOf(line)} onUser={onUser} />}
      </LongList>
      <OlderLines state={older} problem={problem} onLoad={() => void loadOlder()} />
    </>
  );
}
