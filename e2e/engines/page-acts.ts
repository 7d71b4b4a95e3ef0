import type { Engine, Tab } from './engine.ts';

type Asked = Pick<Tab, 'run'>;

/** As long as a busy machine may take for what an idle one shows at once. Milliseconds. */
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 100;

/** Waits until the page says all of these texts, and throws what it says instead after half a minute. */
export async function untilSays(page: Asked, ...texts: string[]): Promise<void> {
  let said = '';
  const looking = untilTrue(`it says ${texts.join(', ')}`, async () => {
    said = await page.run<string>('return `${location.href}: ${document.body.innerText}`');
    return texts.every((text) => said.includes(text));
  });
  await looking.catch((error: unknown) => {
    throw new Error(`Instead, ${said.slice(0, 300)} ... ${said.slice(-300)}`, { cause: error });
  });
}

/** Waits until the body of an async function returns something true in the page. */
export function until(page: Asked, what: string, body: string, withinMs?: number): Promise<void> {
  return untilTrue(what, () => page.run<boolean>(body), withinMs);
}

/** Waits until what is asked is true, and throws `what` if it is not in time. */
export async function untilTrue(
  what: string,
  isTrue: () => Promise<boolean>,
  withinMs = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + withinMs;
  // A page that is just being left answers nothing.
  let failure: unknown;
  const look = () =>
    isTrue().catch((error: unknown) => {
      failure = error;
      return false;
    });
  while (!(await look())) {
    if (Date.now() > end)
      throw new Error(`Not within ${withinMs / 1000} s: ${what}`, { cause: failure });
    await rest();
  }
}

/** Types into the field with this label, in place of what it holds. */
export async function fill(page: Asked, label: string, text: string): Promise<void> {
  await until(page, `a field ${label}`, `return !!(${fieldOf(label)})`);
  await page.run(`
    const field = ${fieldOf(label)};
    field.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // Until the app has drawn it; a tab behind another one draws nothing.
    await new Promise((resolve) => {
      if (document.visibilityState === 'hidden') setTimeout(resolve);
      else requestAnimationFrame(() => setTimeout(resolve));
    });`);
}

/** What the field with this label holds. */
export async function valueOf(page: Asked, label: string): Promise<string> {
  await until(page, `a field ${label}`, `return !!(${fieldOf(label)})`);
  return page.run<string>(`return (${fieldOf(label)}).value`);
}

/** Presses the last button of this name: that of a dialog comes after those of the page below it. */
export async function press(page: Asked, name: string): Promise<void> {
  const button = namedElement('button', name);
  await until(page, `a button ${name}`, `return !!(${button}) && !(${button}).disabled`);
  await page.run(`(${button}).click()`);
}

/**
 * Presses an element with the pointer, as a person does: what copies, asks for a permission or opens a list needs that. The
 * element is an expression of the page's script. Waits until it stands still with nothing over it.
 */
export async function pressWithPointer(
  engine: Engine,
  element: string,
  withinMs?: number,
): Promise<void> {
  let place: readonly [number, number] | undefined;
  const look = async () => {
    place = (await engine.run<[number, number] | null>(placeOf(element))) ?? undefined;
    return place !== undefined;
  };
  await untilTrue(`can be pressed: ${element}`, look, withinMs);
  if (place) await engine.pressAt(...place);
}

/** The middle of an element that stands still with nothing over it; null for any other, which is scrolled to. */
const placeOf = (element: string) => `
  const element = ${element};
  if (!element) return null;
  const middle = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [left, top] = middle();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const [x, y] = middle();
  if (element.contains(document.elementFromPoint(x, y))) return x === left && y === top ? [x, y] : null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return null;`;

/** A list that opens does so at once. Milliseconds. */
const OPEN_MS = 5_000;

/** Opens a list of the desk and presses an option of it, again if the list closed because the page scrolled. */
export async function choose(engine: Engine, list: string, option: string): Promise<void> {
  const found = namedElement('[role=listbox] [role=option]', option);
  await untilTrue(
    `${option} is chosen`,
    async () => {
      if (!(await engine.run<boolean>(`return !!(${found})`)))
        await pressWithPointer(engine, list, OPEN_MS);
      await pressWithPointer(engine, found, OPEN_MS);
      return true;
    },
    2 * PATIENCE_MS,
  );
}

/** An expression for the last element that this selector finds and that has this name. */
export function namedElement(selector: string, name: string): string {
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].findLast((one) => (one.getAttribute('aria-label') ?? one.innerText).trim() === ${JSON.stringify(name)})`;
}

function fieldOf(label: string): string {
  return `[...document.querySelectorAll('main label, [role=dialog] label, dialog label')].find((one) => one.innerText.trim().startsWith(${JSON.stringify(label)}))?.control`;
}

const rest = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

/** Signs in by the form of the sign-in page. */
export async function signInBy(
  page: Asked,
  { email, password }: { email: string; password: string },
): Promise<void> {
  // The form that the document itself shows is replaced by the app's.
  await until(page, 'the app is drawn', `return !document.getElementById('first-view')`);
  await fill(page, 'Email', email);
  await fill(page, 'Password', password);
  await press(page, 'Sign In');
}
