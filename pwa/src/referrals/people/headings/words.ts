import { foldText } from '@sunloop/shared-types/values/fold-text.ts';

/** How headings are shortened. */
const SHORT: Readonly<Record<string, string>> = {
  fam: 'family',
  fname: 'first name',
  lname: 'last name',
  cd: 'code',
  nm: 'name',
  nbr: 'number',
  mob: 'mobile',
  hp: 'mobile',
  ph: 'phone',
  phn: 'phone',
  addr: 'address',
};
const SHORTENED = new RegExp(`\\b(?:${Object.keys(SHORT).join('|')})\\b`, 'g');

/**
 * A heading as plain words: 'C.P.' is 'cp', 'firstName', 'First_Name' and ' FIRST NAME: ' are one, 'Straße' is 'strasse', 'Mob.' is 'mobile',
 * and of "friend's" 'friend' stays.
 */
export function wordsOf(heading: string): string {
  const apart = heading
    .replaceAll(/(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu, '$1')
    .replaceAll(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=\d)/gu, '$& ');
  return foldText(apart)
    .replaceAll(/(?<=\p{L})'s?(?![\p{L}\d])/gu, '')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .replaceAll(SHORTENED, (word) => SHORT[word] ?? word)
    .trim()
    .replace(/\badd$/, 'address');
}

/** What is said between the words that count, in English, German, Spanish, French and Portuguese. */
const GLUE = patternOf([
  'the|an?|of|for|to|by|is|are|was|be|what|who|whom|which|would|like|do|does|did|i|q \\d+',
  'der|die|das|de[mnrs]|vo[nm]|einer?|eines|wie|lautet',
  'el|las?|los|del?|un|una|es|cual|quien',
  '[ld]|les?|du|une?|quel(le)?|est',
  'os?|d[ao]s?|uma?|qual',
]);

/** Words that tell one column of a person from another, and say nothing of whose it is. */
const ANYBODYS = patternOf([
  'names?|nombres?|noms?|nome|full|complete|display|legal|additional|middle|maiden|voll\\w*|vor|nach|zu|primer|segundo|paterno|materno',
  'address(es)?|adresse?|electronic[oa]|eletronico|endereco|direccion',
  'numbers?|no|nos|nr|num|numero|nummer|id|area|code|country|international|us|usa|x{2,}|\\d+',
  'default|best\\w*|good|valid|preferred|preferably|alternate|alternative|primary|secondary|current|optional|required',
  'personal|business|day|daytime|evening|direct|landline|voice|text|sms|car|yahoo|google|icloud',
  'contact|contacto|kontakt|contato|person|people|info|information|details|value',
  'how|where|when|that|we|can|should|may|you|your|reach|call|please|enter|provide',
  'and|or|in|at|on|with|y|e|et|und',
]);

function patternOf(lists: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${lists.join('|')})\\b`, 'g');
}

/** A heading's words without articles, prepositions and the number of a question. */
export const withoutGlue = (words: string) =>
  words
    .replace(/^\d+\b/, '')
    .replaceAll(GLUE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const withoutAnybodys = (words: string) => words.replaceAll(ANYBODYS, ' ');
