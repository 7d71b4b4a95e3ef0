import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DEFAULT_COLUMNS } from '../columns/columns.ts';
import { uploadLabel } from '../file-preview.tsx';
import type { PickedFile } from '../parse-in-worker.ts';
import { PermissionBox, usePermission } from '../permission-box.tsx';
import type { FilePart } from '../upload-summary.tsx';
import { PickedItem } from './picked-item.tsx';
import { type FindKnown, usePicks } from './use-picks.ts';

/** More at once would be long to draw and to look through. */
const SHOWN = 50;
/** From this many on, all or nobody may be chosen. */
const MANY = 4;
/** How many who are left out are kept with the upload, as of a file. */
const KEPT = 100;

type Props = {
  file: PickedFile;
  isSaving: boolean;
  findKnown: FindKnown;
  onUpload: (part: FilePart) => void;
  onBack: () => void;
};

/** Who is in cards, a text or contacts, before anything is sent: each to look at, to change and to choose. */
export function PickedPeople({ file, isSaving, findKnown, onUpload, onBack }: Props) {
  const { fileName } = file;
  const [lines] = useState(() => file.lines.filter(({ why }) => why === undefined));
  const unread = file.lines.filter(({ why }) => why !== undefined);
  const picks = usePicks(lines, findKnown);
  const [shown, setShown] = useState(SHOWN);
  // A file's permission may have a column; here there is none.
  const permission = usePermission(DEFAULT_COLUMNS);
  const chosen = picks.all.filter(({ isChosen }) => isChosen);
  const open = picks.all.filter(({ errors }) => errors);
  const count = chosen.length;
  const handleUpload = () => {
    if (!permission.isGiven()) return;
    const left = open.map(({ line, person, errors = {} }) => ({ ...line, person, errors }));
    onUpload({
      fileName,
      people: chosen.map(({ person }) => permission.of(person)),
      skipped: [...left, ...unread].slice(0, KEPT),
      skippedCount: left.length + unread.length,
    });
  };
  return (
    <>
      <div className="upload-file">
        <strong>{fileName}</strong>
        <span>{lines.length === 1 ? '1 person' : `${lines.length.toLocaleString()} people`}</span>
        {open.length > 0 && <span>{open.length.toLocaleString()} to complete</span>}
      </div>
      {lines.length === 0 && <EmptyState icon="people" title="Nobody was found in it." />}
      {lines.length >= MANY && (
        <div className="row">
          <Button variant="bare" onPress={() => picks.choose(lines, true)}>
            Choose all
          </Button>
          <Button variant="bare" onPress={() => picks.choose(lines, false)}>
            Choose nobody
          </Button>
        </div>
      )}
      <ul className="picked" aria-label="People found">
        {picks.all.slice(0, shown).map((pick) => (
          <PickedItem key={pick.line.line} pick={pick} picks={picks} />
        ))}
      </ul>
      {picks.all.length > shown && (
        <Button variant="quiet" onPress={() => setShown(shown + SHOWN)}>
          {`Show ${Math.min(SHOWN, picks.all.length - shown)} more`}
        </Button>
      )}
      {unread.length > 0 && (
        <details className="column-choice unread">
          <summary>
            {unread.length === 1 ? '1 line is nobody' : `${unread.length} lines are nobody`}
          </summary>
          <ul className="left-out">
            {unread.map(({ line, text, why }) => (
              <li key={line}>
                {text} <span className="muted">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {count > 0 && <PermissionBox permission={permission} />}
      <div className="form-actions">
        <Button variant="quiet" onPress={onBack} isDisabled={isSaving}>
          Back
        </Button>
        {count > 0 && (
          <Button variant="primary" onPress={handleUpload} isDisabled={isSaving || !picks.isReady}>
            {isSaving ? 'Saving...' : uploadLabel(count)}
          </Button>
        )}
      </div>
    </>
  );
}
