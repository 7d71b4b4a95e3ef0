import { useState, type ReactNode } from 'react';
import type { RejectedRow } from '@sunloop/engine/data/user-db.ts';
import { Button } from '../../ui/button.tsx';
import { saveTextFile } from '../../ui/save-text-file.ts';
import { refusedCsv } from './refused-csv.ts';

/** SPEC §9. */
const SHOWN = 5;
const FILE_NAME = 'sunloop-not-accepted.csv';

/** What can be done about refused rows. */
export type RefusedActs = {
  onEdit: (row: RejectedRow) => void;
  /** Renders a link from a refused duplicate to the existing referral. */
  renderKnown: (row: RejectedRow) => ReactNode;
  onShowRefused: () => void;
};
type Props = RefusedActs & { refused: readonly RejectedRow[] };

/** The rows the server refused, to correct here or in a spreadsheet (SPEC §2, View Errors). */
export function UploadErrors({ refused, onEdit, renderKnown, onShowRefused }: Props) {
  const [isOpen, setOpen] = useState(false);
  const more = refused.length - SHOWN;
  return (
    <section className="stack upload-errors" data-gap="3">
      <div className="row">
        <Button
          variant="quiet"
          size="sm"
          icon="alert"
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {`View Errors (${refused.length})`}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          icon="download"
          onPress={() => saveTextFile(FILE_NAME, refusedCsv(refused))}
        >
          Save as CSV
        </Button>
      </div>
      {isOpen && (
        <ul>
          {refused.slice(0, SHOWN).map((row) => (
            <li key={row.id}>
              <span>{errorText(row)}</span>
              {renderKnown(row)}
              {row.row && (
                <Button
                  variant="quiet"
                  size="sm"
                  icon="edit"
                  aria-label={`Edit ${row.row.name}`}
                  onPress={() => onEdit(row)}
                >
                  Edit
                </Button>
              )}
            </li>
          ))}
          {more > 0 && (
            <li>
              <span>... and {more} more</span>
              <Button variant="bare" size="sm" onPress={onShowRefused}>
                Show all
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function errorText({ row, error }: RejectedRow): string {
  return `${row?.name ?? 'Unreadable row'}: ${error}`;
}
