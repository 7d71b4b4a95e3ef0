import { wordsOf } from './words.ts';

/**
 * What a person is to whoever made the list, as a heading says it. `friend` was referred; so was a `prospect`, unless a
 * column without such a word names somebody, too. `plain` may be anybody, an `asker` may have filled a form in or signed up, a `referrer`
 * told of somebody. `bystander`: whoever sells, installs, owns, rents or manages.
 */
export type Party = 'friend' | 'prospect' | 'plain' | 'asker' | 'referrer' | 'bystander';

/** Whose a column is. */
export interface Whose {
  /** Undefined without such a word. */
  party: Party | undefined;
  /** The word and a number behind it, by which columns of one person are told: 'friend', 'friend 2'. */
  key: string;
  /** Whether it is 'their email': of whoever was named before. */
  isPronoun: boolean;
}

/** Words in English, Spanish, German, French and Portuguese, without accents; the first kind that is found counts. */
const WORDS: readonly (readonly [Party, string])[] = [
  [
    'referrer',
    '(who )?(referred|recommended|introduced|invited|sent|told|nominated) (you|us|me)|(referred|recommended|introduced|invited|brought|nominated) by(?! (you|me)\\b)|referr?ers?|(?<!\\b(are|re|were|is|m|am) )referr?ing|referr?al (sources?|from|by)|advocates?|ambassadors?|affiliates?|promoters?|influencers?|inviters?|nominators?|recommenders?|introducers?|respondents?|submitters?|submitted|request[eo]rs?|senders?|' +
      '(empfohlen|geworben) von|empfehler\\w*|(an)?werber\\w*|empfehlende\\w*|empfehlungsgeber\\w*|vermittler\\w*|absender|' +
      '(referid|recomendad|indicad)[oa] por|referente|recomendante|quien (l[oae] |te )?(refiere|refirio|recomienda|recomendo)|quem indicou|indicador\\w*|padrinho|padrino|' +
      '(parraine|recommande)e? par|parrains?|marraines?',
  ],
  [
    'bystander',
    '(?<!\\b(home|house|property) )owners?(?! ?\\d)|managers?|assistants?|spouses?|wife|husband|partners?|child(ren)?|emergency( contact)?|(secondary|second|alternate|additional|other) contact|co ?(applicant|owner|borrower|signer)|created|modified|updated|assigned|assignees?|agents?|sales ?(rep(resentative)?s?|person|people|man|woman|team)|reps?|representatives?|team members?|staff|setters?|closers?|canvassers?|consultants?|advis[oe]rs?|brokers?|dealers?|installers?|contractors?|technicians?|engineers?|designers?|surveyors?|vendors?|suppliers?|executives?|coordinators?|supervisors?|tenants?|renters?|landlords?|occupants?|' +
      'besitzer|eigentumer\\w*|bearbeiter\\w*|berater\\w*|verkaufer\\w*|vertriebler\\w*|vertreter\\w*|betreuer\\w*|makler\\w*|installateur\\w*|monteur\\w*|ehe(partner\\w*|frau|mann)|mieter\\w*|vermieter\\w*|' +
      'responsables?|propietari[oa]s?|vendedor\\w*|asesor\\w*|agentes?|instalador\\w*|representantes?|comercial|conyuge|espos[oa]|inquilin[oa]s?|' +
      'proprietaires?|vendeur|commercial|conseiller\\w*|installateurs?|conjointe?|locataires?|responsavel|proprietari[oa]s?|corretor\\w*|consultor\\w*|conjuge',
  ],
  [
    'friend',
    'friends?|neighbou?rs?|referees?|refer|referr?ing|nominees?|invitees?|buddy|buddies|relatives?|family members?|loved ones?|colleagues?|co ?workers?|acquaintances?|(referred|recommended|introduced|invited) by (you|me)|' +
      'freund\\w*|bekannte\\w*|nachbar\\w*|empfohlene\\w*|geworbene\\w*|verwandte\\w*|' +
      'amig[oa]s?|referid[oa]s?|recomendad[oa]s?|vecin[oa]s?|conocid[oa]s?|familiar(es)?|invitad[oa]s?|' +
      'amie?s?|filleule?s?|parrainee?s?|voisine?s?|recommandee?s?|indicad[oa]s?|vizinh[oa]s?|afilhad[oa]s?|convidad[oa]s?',
  ],
  [
    'prospect',
    'referr?als?|referred|recommended|leads?|prospects?|home ?owners?|(house|property) owners?|owners?(?= ?\\d)|potential \\w+|new (customer|client)s?|candidates?|' +
      'interessent\\w*|neukund\\w*|haus(besitzer|eigentumer)\\w*|prospectos?|interesad[oa]s?|interessad[oa]s?|candidat[oa]s?',
  ],
  [
    'plain',
    'customers?|clients?|buyers?|members?|guests?|attendees?|subscribers?|recipients?|participants?|applicants?|patients?|students?|' +
      'kund(e|en|in|innen)|mitglied\\w*|empfanger\\w*|destinatari[oa]s?|destinataires?|client[ae]s?|miembros?|membres?|membros?',
  ],
  [
    'asker',
    'yours?|(?<!\\b(reach|call|contact|text) )you|my|employees?|' +
      'ihre?[rnms]?|deine?[rnms]?|meine?[rnms]?|mitarbeiter\\w*|votre|vos|notre|(su|sus|tu|tus|mi|mis|ton|ta|tes|mon|ma|mes)(?= \\w)|seus?|suas?|meus?|minhas?',
  ],
];
const PATTERNS = WORDS.map(([party, words]) => [party, new RegExp(`\\b(?:${words})\\b`)] as const);
const ANY = new RegExp(`\\b(?:${WORDS.map(([, words]) => words).join('|')})\\b`, 'g');
const PRONOUN = /\b(?:theirs?|them|they|his|her|he|she)\b/;

/** '2nd friend', 'friend two', 'contact 3': one of several. A number behind what it holds may count emails. */
const ORDINALS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  second: '2',
  third: '3',
  another: '2',
  zweiter: '2',
};
const ORDINAL = Object.keys(ORDINALS).join('|');
const BEFORE = new RegExp(`(?:^|\\b)(?:(\\d+) ?(?:st|nd|rd|th)|(${ORDINAL})) *$`);
const BEHIND = new RegExp(`^ *(?:no |nr )?(?:(\\d+)|(${ORDINAL}))\\b`);
const ANYBODY = /\b(?:contact|person)\b/;

/** Whose a heading is. */
export function whoseOf(heading: string): Whose {
  const words = wordsOf(heading);
  for (const [party, pattern] of PATTERNS) {
    const found = pattern.exec(words);
    if (found) return { party, key: keyOf(words, found), isPronoun: false };
  }
  const anybody = ANYBODY.exec(words);
  const number = anybody ? numberAt(words, anybody) : '';
  return { party: undefined, key: number, isPronoun: PRONOUN.test(words) };
}

const keyOf = (words: string, found: RegExpExecArray) =>
  `${found[0].replaceAll(' ', '').replace(/s$/, '')} ${numberAt(words, found)}`.trim();

/** The number of one of several people, beside the word for them. */
function numberAt(words: string, { 0: word, index }: RegExpExecArray): string {
  const behind = BEHIND.exec(words.slice(index + word.length));
  const before = BEFORE.exec(words.slice(0, index));
  const [, digits, ordinal] = behind ?? before ?? [];
  return digits ?? ORDINALS[ordinal ?? ''] ?? '';
}

/** What a heading says besides whose it is: 'e mail' of 'Your friend's E-mail'. */
export const withoutWhose = (words: string) =>
  words.replaceAll(ANY, ' ').replace(PRONOUN, ' ').replaceAll(/\s+/g, ' ').trim();
