import type { Page } from 'playwright';

/** A quick typist's pause between two letters. */
const KEY_PAUSE_MS = 120;
const READING_MS = 500;
const SCROLL_MS = 5000;
const SCROLL_PX_A_SECOND = 3000;
const FRAME_MS = 1000 / 60;

/** Milliseconds from the letter that made a text of so many until what it finds was painted. */
export interface Searched {
  letters: number;
  ms: number;
}

interface Watched {
  deskFound: Searched[];
}

/** From now on records when what each letter finds is on the screen. */
async function watchSearch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const deskFound: Searched[] = [];
    let typed: { letters: number; at: number }[] = [];
    Object.assign(globalThis, { deskFound });
    const look = () => {
      if (!document.querySelector('.desk-list:not([aria-busy])')) return;
      const answered = typed;
      typed = [];
      // After the frame in which it is painted.
      requestAnimationFrame(() =>
        setTimeout(() =>
          deskFound.push(
            ...answered.map(({ letters, at }) => ({ letters, ms: performance.now() - at })),
          ),
        ),
      );
    };
    document.addEventListener('input', ({ target, timeStamp }) => {
      if (target instanceof HTMLInputElement) {
        typed.push({ letters: target.value.length, at: timeStamp });
      }
    });
    const everything = { subtree: true, childList: true, attributes: true };
    new MutationObserver(look).observe(document.body, everything);
  });
}

/** Types into the list's search; of letters that the next one overtook, the wait for that one's answer counts, too. */
export async function typeSearch(page: Page, text: string): Promise<Searched[]> {
  const isWatched = await page.evaluate(() => Reflect.has(globalThis, 'deskFound'));
  if (!isWatched) await watchSearch(page);
  await page.getByRole('searchbox').click();
  await page.keyboard.type(text, { delay: KEY_PAUSE_MS });
  await page.waitForTimeout(READING_MS);
  const found = await page.evaluate(() => (globalThis as unknown as Watched).deskFound.splice(0));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.waitForTimeout(READING_MS);
  await page.evaluate(() => (globalThis as unknown as Watched).deskFound.splice(0));
  return found;
}

/** The times of frames while the list is scrolled. */
export async function scroll(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const place = await page.locator('.desk-grid').boundingBox();
  if (!place) throw new Error('the list is not on the screen');
  const counting = page.evaluate(
    (durationMs) =>
      new Promise<number[]>((done) => {
        const frames: number[] = [];
        const count = (at: number) => {
          frames.push(at);
          if (at - (frames[0] ?? at) < durationMs) requestAnimationFrame(count);
          else done(frames);
        };
        requestAnimationFrame(count);
      }),
    SCROLL_MS,
  );
  await session.send('Input.synthesizeScrollGesture', {
    x: Math.round(place.x + 300),
    y: Math.round(place.y + place.height / 2),
    yDistance: -Math.round((SCROLL_PX_A_SECOND * SCROLL_MS) / 1000),
    speed: SCROLL_PX_A_SECOND,
    gestureSourceType: 'mouse',
  });
  const frames = await counting;
  const scrolled = await page.locator('.desk-grid').evaluate((grid) => grid.scrollTop);
  console.log(`     scrolled ${Math.round(scrolled)} px in ${frames.length - 1} frames`);
  return frames;
}

/** Percentage of frames that are missing. */
export function dropped(frames: readonly number[]): number {
  const elapsedMs = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  const due = Math.round(elapsedMs / FRAME_MS);
  return Math.max(0, Math.round(((due - (frames.length - 1)) / due) * 1000) / 10);
}
