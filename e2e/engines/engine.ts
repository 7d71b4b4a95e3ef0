/** The browsers that people's phones and desks have, by the name of their engine. */
export const ENGINES = ['webkit', 'firefox', 'chromium'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A page of a browser. */
export interface Tab {
  /** Runs the body of an async function in the page; what it returns must be JSON. */
  run<T>(body: string): Promise<T>;
  close(): Promise<void>;
}

/** A browser with one page and a profile of its own, driven in the same words whichever engine it has. */
export interface Engine extends Tab {
  readonly name: EngineName;
  readonly version: string;
  /** Opens a URL as the address bar does: the page before is left, and this resolves once the new one has loaded. */
  open(url: string): Promise<void>;
  /** Loads the page again, and resolves once it has loaded. */
  reload(): Promise<void>;
  /** Goes back to the page before, as the button does. */
  back(): Promise<void>;
  /** Closes the page and opens a URL in a new one. */
  reopen(url: string): Promise<void>;
  /** Opens a URL in another tab beside the page. */
  openBeside(url: string): Promise<Tab>;
  /** Presses what is at this place of the page, as a person does. CSS pixels from its upper left corner. */
  pressAt(x: number, y: number): Promise<void>;
  /** Makes the page this wide, or as narrow as its window can be, and as high as a phone held upright. CSS pixels. */
  setWidth(width: number): Promise<void>;
  /** Does something while the window is away, as an app that a person has left. Only the driver of WebKit can. */
  whileAway?(work: () => Promise<void>): Promise<void>;
  /** What the console was told as an error since the last call. */
  takeErrors(): string[];
  /** Ends the browser. */
  close(): Promise<void>;
}

/** How long a page may take to load, milliseconds. */
export const LOAD_TIMEOUT_MS = 30_000;
/** Of a page as these checks see it: a phone held upright. CSS pixels. */
export const HEIGHT = 844;
