// Words of names. Every twentieth first name is COMMON, which no other word contains, so that a search can be tried with a
// word that 5 % of the rows have.
const COMMON = 'Maria';
const FIRST =
  `Aaron Abigail Adrian Aisha Alan Alice Amara Andrew Angela Anita Arthur Beatrice Benjamin Bianca Brandon
  Camila Carlos Caroline Cedric Chloe Clara Connor Daisy Daniel Deborah Derek Diana Dominic Edith Eduardo Eleanor Elijah
  Emily Enrique Esther Ethan Fatima Felix Fiona Frank Gabriel Georgia Gerald Gloria Grace Gustavo Hannah Harold Heather
  Henry Hugo Ingrid Isaac Isabel Ivan Jacob Jasmine Jerome Joanna Jordan Joseph Julia Karen Keith Kenji Kimberly Kwame
  Larissa Leonard Liam Linda Lucas Lydia Malcolm Margaret Martin Megan Miguel Monica Naomi Nathan Nicole Noah Nora Oliver
  Olivia Omar Oscar Patricia Paul Peter Phoebe Priya Quentin Rachel Ramon Rebecca Richard Robert Rosa Ruth Samuel Sandra
  Sean Sofia Stephen Susan Tamara Theodore Thomas Tobias Ursula Valerie Vanessa Victor Vincent Walter Wendy William Xavier
  Yasmin Yusuf Zachary Zoe`.split(/\s+/);
const LAST =
  `Abbott Adams Aguilar Andersen Bailey Baker Banerjee Barnes Becker Bennett Brooks Bryant Butler Campbell
  Carter Castillo Chang Chapman Clarke Coleman Collins Cooper Cruz Daniels Davis Delgado Diaz Dixon Duncan Edwards Ellis
  Evans Farmer Ferguson Fisher Fleming Flores Foster Fowler Freeman Garcia Gibson Gomez Gordon Graham Griffin Gutierrez
  Hamilton Hansen Harris Hawkins Hayes Hoffman Holland Howard Hughes Ibrahim Jackson Jensen Johnson Kaur Keller Kelly
  Kennedy Khan Kowalski Lambert Larsen Lawson Lewis Lopez Lynch Mason Matthews Mendoza Meyer Miller Mitchell Morgan Murphy
  Nakamura Nelson Newman Nguyen Norris Okafor Olson Ortiz Palmer Parker Patel Pearson Perez Phillips Porter Powell Quinn
  Ramirez Reed Reyes Rivera Rojas Russell Sanchez Schmidt Schultz Shaw Silva Simmons Singh Stewart Suzuki Taylor Torres
  Tucker Turner Vargas Vasquez Wagner Walker Wallace Watson Weber Whitaker Wright Yamada Young Zamora Zhang`.split(
    /\s+/,
  );
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const TAIL_SYLLABLES = 5;

const textArray = (words: readonly string[]) => `'{${words.join(',')}}'::text[]`;

/** Hexadecimal digits in one drawn number. */
const DIGITS = 7;
/** How many different numbers are drawn. */
export const DRAWS = 16 ** DIGITS;

/** SQL for a number below DRAWS, drawn from the `at`th digit on of the MD5 text `hash`. */
export const drawn = (at: number) => `('x' || substr(hash, ${at}, ${DIGITS}))::bit(28)::int`;

/** SQL for a first name drawn from `hash`. */
export const FIRST_NAME = `case when ${drawn(1)} % 20 = 0 then '${COMMON}'
  else (${textArray(FIRST)})[1 + ${drawn(3)} % ${FIRST.length}] end`;

/** SQL for a family name drawn from `hash`. */
export const LAST_NAME = `(${textArray(LAST)})[1 + ${drawn(11)} % ${LAST.length}]`;

/** SQL for a word that stands for the number `n`, unlike that of any other below 3,200,000. */
export const TAIL = `initcap(${Array.from(
  { length: TAIL_SYLLABLES },
  (_, at) => `(${textArray(SYLLABLES)})[1 + n / ${SYLLABLES.length ** at} % ${SYLLABLES.length}]`,
).join(' || ')})`;
