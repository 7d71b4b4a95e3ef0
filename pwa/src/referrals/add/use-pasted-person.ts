import { typedContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { type ClipboardEvent, useState } from 'react';
import { notLoaded } from '@sunloop/engine/api/problems.ts';
import type { FilePerson } from '@sunloop/engine/data/file-person.ts';
import { oneLine } from '../../lib/one-line.ts';
import type { useReferralForm } from './use-referral-form.ts';

type ReferralForm = ReturnType<typeof useReferralForm>['form'];

/** An email or the digits of a phone: more than a name. */
const isMore = (text: string) => /@|(?:\d\D{0,3}){7}/.test(text);

const READ = 'Filled in from what you pasted. Please check it.';
const SEVERAL = 'That names several people: ‘Contacts or text’ below takes them all.';

/** Reads somebody's name, email, phone and address out of a text pasted into the name; what was typed elsewhere stays. */
export function usePastedPerson({ values, setValues, showErrors }: ReferralForm) {
  // The name beside which it is said, until that changes.
  const [told, setTold] = useState<{ name: string; words: string }>();
  const fill = (pasted: string, found: readonly FilePerson[]) => {
    const [person, second] = found;
    const read = person ? typedContent(person) : { name: oneLine(pasted.trim()) };
    if (second) return setTold({ name: values.name, words: SEVERAL });
    if (person) setTold({ name: read.name || values.name, words: READ });
    showErrors({});
    setValues((now) => ({ ...now, ...read, ...filled(now), name: read.name || now.name }));
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isMore(text)) return;
    event.preventDefault();
    readFrom(text).then(
      (found) => fill(text, found),
      (error: unknown) => {
        console.warn('What was pasted could not be read:', error);
        fill(text, []);
      },
    );
  };
  return { handlePaste, note: told?.name === values.name ? told?.words : undefined };
}

const filled = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));

/** Everybody in a text, read as Bulk Upload does. */
async function readFrom(text: string): Promise<FilePerson[]> {
  const { parseInWorker } = await import('../upload/parse-in-worker.ts').catch(notLoaded);
  const read = await parseInWorker(
    { file: new Blob([text]), fileKind: 'text' },
    { fileName: '', signal: new AbortController().signal },
  );
  if (!('people' in read)) return [];
  const unfinished = read.leftOut.lines.filter(({ why }) => why === undefined);
  return [...read.people, ...unfinished.map(({ person }) => person)];
}
