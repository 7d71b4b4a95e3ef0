import * as v from 'valibot';
import { text } from './text.ts';

/**
 * Control characters, line ends, and whatever fonts do not draw: zero-width, bidirectional, fillers, tags, the Braille
 * blank, the musical one, and what has no meaning but in one font.
 */
export const UNSEEN =
  /[\p{Cc}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFC\u{1D159}]/u;
/** What shows by itself, as marks and blanks do not. */
const SHOWS = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** More than any script puts on one letter; they would cover the lines around. */
const HEAP_OF_MARKS = /\p{M}{7}/u;

const EMOJI = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?`;
const JOINING =
  'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt';
const LETTER = `[${JOINING.split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')}]`;
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]`;

/**
 * Where an invisible character changes what is seen: emoji made of several, keycaps, flags of regions,
 * joiners in scripts whose letters join, and variants of Han and Mongolian letters.
 */
const WANTED = new RegExp(
  [
    String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`,
    String.raw`${EMOJI}(?:\u200D${EMOJI})*`,
    String.raw`[0-9#*]\uFE0F\u20E3`,
    String.raw`${VIRAMA}[\u200C\u200D]`,
    String.raw`${LETTER}[\u200C\u200D](?=${LETTER})`,
    String.raw`\p{Script=Han}[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
    String.raw`\p{Script=Mong}[\u180B-\u180D\u180F]`,
    String.raw`\p{Script=Mong}\u180E(?=\p{Script=Mong})`,
  ].join('|'),
  'gu',
);

/** Whether all of a name is visible, so that no two names look alike and none reverses the text next to it. */
export function isVisibleName(name: string): boolean {
  if (!SHOWS.test(name)) return false;
  return !UNSEEN.test(name) || !UNSEEN.test(name.replaceAll(WANTED, ''));
}

/** A name that is shown to others: a trimmed text without invisible characters. */
export function visibleName(label: string, min: number, max: number) {
  return v.pipe(
    text(min, max, `${label} must be at least ${min} characters`),
    v.check(isVisibleName, invisibleIn(label)),
    v.check((name) => !HEAP_OF_MARKS.test(name), `${label} has too many marks on a letter`),
    v.description('Without invisible characters'),
  );
}

/** What is said of a field with them. */
export function invisibleIn(label: string): string {
  return `${label} has invisible characters in it. Please type it instead of pasting it.`;
}
