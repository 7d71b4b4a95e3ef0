import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Chosen } from '../people/read-people.ts';
import { ColumnChoice } from './column-choice.tsx';
import { DoubtfulPeople, useDoubtfulPeople } from './doubtful-people.tsx';
import { LeftOutButton, LeftOutLines } from './left-out.tsx';
import type { ReadFile } from './parse-in-worker.ts';
import { PermissionBox, usePermission } from './permission-box.tsx';
import { PersonItem } from './person-item.tsx';
import { type Edits, useEdits } from './use-edits.ts';
import type { FindKnown } from './use-known.ts';

/** SPEC §9. */
const PREVIEW_ROWS = 10;
/** More at once would be long to draw and to look through. */
const SHOWN = 50;
/** From this many on, all or nobody may be chosen. */
const MANY = 4;
/** How many lines left out are kept with an upload. */
const KEPT = 100;

type Props = {
  file: ReadFile;
  isSaving: boolean;
  findKnown: FindKnown;
  onChoose: (chosen: Chosen) => void;
  onUpload: (file: ReadFile) => void;
  onBack: () => void;
};

/**
 * Who is in a file, cards, contacts or a text, before anything is sent: how it was read, everybody to look at, to change
 * and to choose, and every line that is left out. A file may be a long list, and rows sent before are counted afterwards;
 * in anything else, who may be known is said at once.
 */
export function Preview({ file, isSaving, findKnown, onChoose, onUpload, onBack }: Props) {
  const { fileName, questions, leftOut } = file;
  // Rows of a list that were there already are counted afterwards.
  const edits = useEdits(file, { findKnown, among: questions ? 'self' : 'all' });
  const [isFixing, setFixing] = useState(questions === undefined);
  const permission = usePermission(questions?.hasPermission ?? false);
  const doubtful = useDoubtfulPeople(file.people, edits);
  const [count, sent] = [edits.sendable.length, edits.sent.length];
  const upload = () => {
    const lines = edits.leftOut.lines.slice(0, KEPT);
    const rest = lines.map((line) => ({ ...line, person: permission.of(line.person) }));
    onUpload({
      ...file,
      people: edits.sent.map(permission.of),
      leftOut: { ...edits.leftOut, lines: rest },
    });
  };
  // Somebody may press before it is known of everybody whether they are known.
  const pressedAt = useRef<number>(undefined);
  const goOn = useEffectEvent(() => {
    const wasSent = pressedAt.current;
    pressedAt.current = undefined;
    // Otherwise the person looks at who was found first.
    if (wasSent === sent) upload();
  });
  useEffect(() => {
    if (edits.isReady) goOn();
  }, [edits.isReady]);
  const handleUpload = () => {
    const isSure = doubtful.isSure();
    if (!permission.isGiven() || !isSure) return;
    if (edits.isReady) upload();
    else pressedAt.current = sent;
  };
  return (
    <>
      <div className="upload-file">
        <strong>{fileName}</strong>
        <span>{count === 1 ? '1 person' : `${count.toLocaleString()} people`}</span>
        {leftOut.count > 0 && (
          <span>
            Left out {edits.leftOut.count.toLocaleString()} ·{' '}
            <LeftOutButton lines={leftOut.lines} isOpen={isFixing} onOpen={setFixing} />
          </span>
        )}
      </div>
      {isFixing && leftOut.count > 0 && <LeftOutLines of={leftOut} edits={edits} />}
      {questions && <ColumnChoice questions={questions} onChoose={onChoose} />}
      {count === 0 && <EmptyState icon="people" title="Nobody in it can be sent." />}
      <People people={file.people} edits={edits} first={questions ? PREVIEW_ROWS : SHOWN} />
      <DoubtfulPeople doubtful={doubtful} edits={edits} />
      {sent > 0 && <PermissionBox permission={permission} />}
      <div className="form-actions">
        <Button variant="quiet" onPress={onBack} isDisabled={isSaving}>
          Back
        </Button>
        {sent > 0 && (
          <Button variant="primary" onPress={handleUpload} isDisabled={isSaving}>
            {isSaving ? 'Saving...' : uploadLabel(sent)}
          </Button>
        )}
      </div>
    </>
  );
}

/** Those who were read without fault, the first of them at first, and who may be known. */
function People({
  people,
  edits,
  first,
}: Pick<ReadFile, 'people'> & { edits: Edits; first: number }) {
  const [shown, setShown] = useState(first);
  const { of } = edits;
  const looked = useMemo(
    () => [...people.entries()].filter(([at, read]) => at < shown || of(read).known),
    [people, shown, of],
  );
  if (people.length === 0) return null;
  return (
    <section className="stack">
      <h3>{people.length > shown ? `Preview: the first ${shown} people` : 'Preview'}</h3>
      {people.length >= MANY && (
        <div className="row">
          <Button variant="bare" onPress={() => edits.choose(people, true)}>
            Choose all
          </Button>
          <Button variant="bare" onPress={() => edits.choose(people, false)}>
            Choose nobody
          </Button>
        </div>
      )}
      <ul className="picked" aria-label="People found">
        {looked.map(([at, read]) => (
          <PersonItem key={at} read={read} edits={edits} />
        ))}
      </ul>
      {people.length > shown && (
        <Button variant="quiet" onPress={() => setShown(shown + SHOWN)}>
          {`Show ${Math.min(SHOWN, people.length - shown)} more`}
        </Button>
      )}
    </section>
  );
}

/** What the button says that uploads so many. */
export function uploadLabel(count: number): string {
  return count === 1 ? 'Upload 1 referral' : `Upload ${count.toLocaleString()} referrals`;
}
