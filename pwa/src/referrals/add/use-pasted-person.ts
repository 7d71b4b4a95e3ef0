import { typedContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { type ClipboardEvent, useState } from 'react';
import type { FilePerson } from '@sunloop/engine/data/file-person.ts';
import { oneLine } from '../../lib/one-line.ts';
import type { useReferralForm } from './use-referral-form.ts';

type ReferralForm = ReturnType<typeof useReferralForm>['form'];

/** An email or the digits of a phone: more than a name. */
const isMore = (text: string) => /@|(?:\d\D{0,3}){7}/.test(text);

const READ = 'Filled in from what you pasted.';
const SEVERAL = 'Several people: ‘Contacts or text’ below takes them.';

/** Reads somebody's name, email, phone and address out of a text pasted into the name; what was typed elsewhere stays. */
export function usePastedPerson({ values, setValues, showErrors }: ReferralForm) {
  // The name beside which it is said, until that changes.
  const [told, setTold] = useState<{ name: string; words: string }>();
  const fill = ([person, second]: readonly FilePerson[], pasted: string) => {
    if (second) return setTold({ name: values.name, words: SEVERAL });
    const { name, email, phone, address } = typedContent(person ?? { name: oneLine(pasted) });
    if (person) setTold({ name: name || values.name, words: READ });
    showErrors({});
    setValues((now) => ({
      ...now,
      name: name || now.name,
      email: now.email || email,
      phone: now.phone || phone,
      address: now.address || address,
    }));
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim();
    if (!isMore(text)) return;
    event.preventDefault();
    void readFrom(text).then((found) => fill(found, text));
  };
  return { handlePaste, note: told?.name === values.name ? told?.words : undefined };
}

/** Everybody in a text, read as Bulk Upload does; nobody where that cannot be. */
async function readFrom(text: string): Promise<FilePerson[]> {
  try {
    const { parseInWorker } = await import('../upload/parse-in-worker.ts');
    const read = await parseInWorker(
      { file: new Blob([text]), fileKind: 'text' },
      { fileName: '', signal: new AbortController().signal },
    );
    if (!('people' in read)) return [];
    const unfinished = read.leftOut.lines.filter(({ why }) => why === undefined);
    return [...read.people, ...unfinished.map(({ person }) => person)];
  } catch (error) {
    console.warn('What was pasted could not be read:', error);
    return [];
  }
}
