import type { Engine } from './engine.ts';

/** As long as a busy machine may take for what an idle one shows at once. Milliseconds. */
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 100;

/** Waits until the page says all of these texts, and throws what it says instead after half a minute. */
export async function untilSays(engine: Engine, ...texts: string[]): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const said = await engine.run<string>('return document.body.innerText');
    if (texts.every((text) => said.includes(text))) return;
    if (Date.now() > until) {
      const url = await engine.run<string>('return location.href');
      throw new Error(`${url} does not say ${texts.join(', ')}, but: ${said.slice(0, 400)}`);
    }
    await rest();
  }
}

/** Waits until the body of an async function returns something true in the page. */
export async function until(engine: Engine, what: string, body: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await engine.run<boolean>(body))) {
    if (Date.now() > end) throw new Error(`Not within ${PATIENCE_MS / 1000} s: ${what}`);
    await rest();
  }
}

/** Types into the field with this label, in place of what it holds. */
export async function fill(engine: Engine, label: string, text: string): Promise<void> {
  await until(engine, `a field ${label}`, `return !!(${fieldOf(label)})`);
  await engine.run(`
    const field = ${fieldOf(label)};
    field.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // Until the app has drawn it.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));`);
}

/** What the field with this label holds. */
export async function valueOf(engine: Engine, label: string): Promise<string> {
  await until(engine, `a field ${label}`, `return !!(${fieldOf(label)})`);
  return engine.run<string>(`return (${fieldOf(label)}).value`);
}

/** Presses the last button of this name: that of a dialog comes after those of the page below it. */
export async function press(engine: Engine, name: string): Promise<void> {
  const button = `[...document.querySelectorAll('button')].findLast((one) => one.innerText.trim() === ${JSON.stringify(name)})`;
  await until(engine, `a button ${name}`, `return !!(${button})`);
  await engine.run(`(${button}).click()`);
}

function fieldOf(label: string): string {
  return `[...document.querySelectorAll('main label, [role=dialog] label, dialog label')].find((one) => one.innerText.trim().startsWith(${JSON.stringify(label)}))?.control`;
}

const rest = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

/** Signs in by the form of the sign-in page. */
export async function signInBy(
  engine: Engine,
  { email, password }: { email: string; password: string },
): Promise<void> {
  // The form that the document itself shows is replaced by the app's.
  await until(engine, 'the app is drawn', `return !document.getElementById('first-view')`);
  await fill(engine, 'Email', email);
  await fill(engine, 'Password', password);
  await press(engine, 'Sign In');
}
