import { foldText } from '@sunloop/shared-types/values/fold-text.ts';

/** Words with a capital that are nobody: greetings, verbs, months and what stands below a name. */
const NOBODY = new Set(
  (
    'hi hello hey dear thanks thank you please call text ring contact ask speak meet see try reach write kind best warm regards ' +
    'sincerely cheers yours from to cc bcc subject sent date re fwd my our your the this that these those here there he she ' +
    'they his her their i it and or but also at on in for with is are was phone mobile tel cell fax email home work office ' +
    'address name number note ps ok yes no friend friends neighbor neighbour people list new two three both ' +
    'manager director engineer sales agent lead ceo cto cfo owner president vice consultant assistant team account ' +
    'inc llc ltd gmbh corp co company solar university school ' +
    'monday tuesday wednesday thursday friday saturday sunday today tomorrow ' +
    'january february march april june july august september october november december ' +
    'hola hallo bonjour ola gruss grusse liebe lieber llama ruf bitte gracias danke merci'
  ).split(' '),
);

const PARTICLE = /^(?:de|del|della|da|di|do|dos|van|von|der|den|ten|la|le|al|bin|el|y|e|zu)$/i;
/** A word of a name: with a capital, or of a script without any. */
const CAPITAL = /^(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*$/u;
const WORDS_MAX = 5;
const LOWER_MAX = 3;

/** Whether a word is never a person's name. */
export const isNobody = (word: string) => NOBODY.has(foldText(word.replaceAll(/[.'’]/g, '')));
const isNameWord = (word: string) => CAPITAL.test(word) && !isNobody(word);

/** Whether a text is a name and nothing else. What is labeled as one may be written without capitals. */
export function isNameOnly(text: string, { isLabeled = false } = {}): boolean {
  const words = text.split(' ');
  if (text === '' || words.length > WORDS_MAX || /[\d@:!?]/.test(text)) return false;
  if (isLabeled) return true;
  return words.some(isNameWord) && words.every((word) => isNameWord(word) || PARTICLE.test(word));
}

/** The name in a text: the last one before the number or email if there is one, otherwise the first; whole ones first. */
export function nameWithin(before: string, all: string): string {
  const nearest = [...namesIn(before).toReversed(), ...namesIn(all)];
  const capital = nearest.find((name) => name.includes(' ')) ?? nearest[0];
  return capital ?? (lowerName(before.trim()) || lowerName(all));
}

/** Two or three words that may be a name typed without capitals. */
function lowerName(text: string): string {
  const words = text.split(' ');
  const isName = words.length > 1 && words.length <= LOWER_MAX;
  const like = (word: string) => /^\p{L}[\p{L}'’-]+$/u.test(word) && !isNobody(word);
  return isName && words.every(like) ? text : '';
}

/** 'Maya' of "Maya's" and 'James' of "James'". */
export const withoutPossessive = (text: string) => text.replace(/(?<=\p{L})['’]s?$/u, '');

/** Runs of name words, with the particles between them; behind a house number is a street. */
function namesIn(text: string): string[] {
  const names: string[][] = [];
  let isOpen = false;
  for (const word of text.replaceAll(/\d\S* \S+( (?=\p{Lu})\S+)*/gu, ' ').split(/\s+/)) {
    const whole = word.replaceAll(/^[^\p{L}]+|[^\p{L}.]+$/gu, '');
    const bare = withoutPossessive(whole);
    const run = isOpen ? names.at(-1) : undefined;
    if (isNameWord(bare)) {
      if (run) run.push(bare);
      else names.push([bare]);
      // A comma, a full stop or a possessive ends the name.
      isOpen = bare === whole && !/[,;:!?]$/.test(word);
    } else if (run && PARTICLE.test(bare)) run.push(bare);
    else isOpen = false;
  }
  return names.map((run) => withoutParticles(run).join(' '));
}

const withoutParticles = (run: readonly string[]) =>
  run.slice(0, run.findLastIndex((word) => !PARTICLE.test(word)) + 1);
