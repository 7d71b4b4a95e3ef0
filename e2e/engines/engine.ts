/** The browsers that people's phones and desks have, by the name of their engine. */
export const ENGINES = ['webkit', 'firefox', 'chromium'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A browser with one page and a profile of its own, driven in the same words whichever engine it has. */
export interface Engine {
  readonly name: EngineName;
  readonly version: string;
  /** Opens a URL as the address bar does: the page before is left, and this resolves once the new one has loaded. */
  open(url: string): Promise<void>;
  /** Goes back to the page before, as the button does. */
  back(): Promise<void>;
  /** Runs the body of an async function in the page; what it returns must be JSON. */
  run<T>(body: string): Promise<T>;
  /** Opens a URL in another tab, behind the page, and runs the body of an async function there; returns how to close it. */
  runBeside(url: string, body: string): Promise<() => Promise<void>>;
  /** What the console was told as an error since the last call; always empty where the driver does not tell (WebKit). */
  takeErrors(): string[];
  close(): Promise<void>;
}

/** How long a page may take to load, milliseconds. */
export const LOAD_TIMEOUT_MS = 30_000;
