/** 9:30, 17:30, 5 pm. */
const TIME = /(?<![\d.:-])\d{1,2}(?:[:h]\d{2}(?!\d)(?: ?[ap]\.?m\b)?| ?[ap]\.?m\b)/gi;
/** 11/20/2026, 20.11.26, 2026-11-20, not within a number. */
const DAY =
  /(?<![\d+][\d ()./-]*)(?:(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)?\d\d|(?:19|20)\d\d([./-])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01]))(?![./-]?\d)/gi;
/** What counts something else before a number: 'apt 4', 'after 5', '#4'. */
const COUNTED =
  /(?<![a-z\d])(?:(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|bldg|building|lot|space|gate|zip|box)\.? ?#? ?\d{1,5}#?|#\d{1,4}|(?:after|before|until|till?|past) \d{1,2})(?=[ ,;)]|$)/gi;

/** Stands for what is taken away: no number goes on across it. */
const GAP = ' | ';

/** A text without times and days, whose digits are no part of the phone beside them. */
export const withoutTimes = (text: string) => text.replaceAll(TIME, GAP).replaceAll(DAY, GAP);

/** A text without what counts something else before a number. 'Unit 520 555 0117' may be a phone: read that first. */
export const withoutCounts = (text: string) => text.replaceAll(COUNTED, GAP);
