import type { BrowserContext } from 'playwright/test';

/** One text of the header's chip, and when it appeared; epoch milliseconds. */
export interface HeaderWord {
  readonly text: string;
  readonly at: number;
}

/** Records every text of the chip, even one shown only for a moment; call it before the first page. */
export async function watchHeader(context: BrowserContext): Promise<readonly HeaderWord[]> {
  const words: HeaderWord[] = [];
  await context.exposeFunction('noteHeader', (text: string, at: number) => {
    words.push({ text, at });
  });
  await context.addInitScript(() => {
    const { noteHeader } = globalThis as unknown as {
      noteHeader: (text: string, at: number) => void;
    };
    let last: string | undefined;
    const look = () => {
      const text = document.querySelector('.connection-chip > span')?.textContent ?? undefined;
      if (text === last) return;
      last = text;
      if (text !== undefined) noteHeader(text, Date.now());
    };
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver(look).observe(document, options);
  });
  return words;
}
