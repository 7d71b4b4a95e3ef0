/** 9:30, 17:30, 5 pm, 5-7 pm. */
const TIME =
  /(?<![\d.:-])(?:\d{1,2}(?::\d{2})? ?(?:-|to|till?|until) ?)?\d{1,2}(?:[:h]\d{2}(?!\d)(?: ?[ap]\.?m\b)?| ?[ap]\.?m\b)/gi;
/** 11/20/2026, 20.11.26, 2026-11-20, not within a number. */
const DAY =
  /(?<![\d+][\d ()./-]*)(?:(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)?\d\d|(?:19|20)\d\d([./-])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01]))(?![./-]?\d)/gi;
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = String.raw`(?:(?:,? |[-/])(?:19|20)\d\d(?![\d-]))?`;
/** Nov 20, 20 November 2026, 20-Nov-2026. */
const NAMED_DAY = new RegExp(
  String.raw`(?<![a-z\d])(?:\d{1,2}(?:st|nd|rd|th)?[ .-]{1,2}${MONTH}\b\.?${YEAR}|${MONTH}\b\.? ?\d{1,2}(?:st|nd|rd|th)?\b(?![-.(]\d)${YEAR})`,
  'gi',
);
/** What counts something else before a number: 'apt 4', 'after 5', '#4'. */
const COUNTED =
  /(?<![a-z\d])(?:(?:apt|apto|apartment|unit|suite|ste|room|rm|floor|fl|flat|dpto|depto|piso|whg|bldg|building|lot|space|gate|zip|box|no|nr)\.? ?#? ?(?:[a-z][ -]?)?\d{1,5}#?|#\d{1,4}|(?:after|before|until|till?|past) \d{1,2})(?=[ ,;:)]|$)/gi;
/** A day that stands alone beside a number: 11/20, 20.11., 2026-11-20. */
const LONE_DAY =
  /(?<![^ ,;(|])(?:\d{1,2}\/\d{1,2}|\d{1,2}\.\d{1,2}\.|\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2})(?=[ ,;)|]|$)/g;

/** Stands for what is taken away: no number goes on across it. */
const GAP = ' | ';

/** A text without times and days, whose digits are no part of the phone beside them. */
export const withoutTimes = (text: string) =>
  text.replaceAll(TIME, GAP).replaceAll(NAMED_DAY, GAP).replaceAll(DAY, GAP);

/** A text without what counts something else beside a number. 'Unit 520 555 0117' may be a phone: read that first. */
export const withoutCounts = (text: string) =>
  text.replaceAll(COUNTED, GAP).replaceAll(LONE_DAY, GAP);
