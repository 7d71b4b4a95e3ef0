/** Referrals by number; `to` null means "and all after". */
export type Numbers = { from: number; to: number | null };

/** '3–4', '7', '10 and up'. */
export function numbersText({ from, to }: Numbers): string {
  if (to === null) return `${from} and up`;
  return from === to ? String(from) : `${from}–${to}`;
}

/** 'referral 4', 'referrals 1–2 and 5', 'referrals 10 and up'; neighbors are merged. */
export function referralsText(all: readonly Numbers[]): string {
  const joined = joinNeighbours(all);
  const [first, ...others] = joined;
  const isOne = first !== undefined && others.length === 0 && first.from === first.to;
  return `${isOne ? 'referral' : 'referrals'} ${listText(joined.map(numbersText))}`;
}

function joinNeighbours(all: readonly Numbers[]): Numbers[] {
  const joined: Numbers[] = [];
  for (const { from, to } of all.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last?.to !== undefined && last.to !== null && last.to + 1 === from) last.to = to;
    else joined.push({ from, to });
  }
  return joined;
}

function listText(texts: readonly string[]): string {
  if (texts.length < 2) return texts.join('');
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
