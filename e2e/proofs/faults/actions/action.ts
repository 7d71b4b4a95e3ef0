import type { BrowserContext, Page } from 'playwright/test';
import type { AppProcess } from '../../../fixtures/app-process.ts';
import type { Person } from '../../../fixtures/people.ts';
import type { FaultRow } from '../faults.ts';
import type { FaultProxy } from '../proxy.ts';

/** What belongs to one cell of the table, and the server it shares. */
export interface CellWorld {
  readonly app: AppProcess;
  readonly context: BrowserContext;
  readonly page: Page;
  /** This cell's own customer. */
  readonly person: Person;
  readonly proxy: FaultProxy;
}

/** One column of the table: something a person does that needs the server. */
export interface Action {
  readonly name: string;
  /** The requests that do it, as `METHOD /path`. */
  readonly calls: RegExp;
  /** The first of them that meets the fault, counted from 1; 1 by default. */
  readonly from?: number;
  /** It waits on the device and is sent automatically; otherwise the person is told and asked. */
  readonly isQueued?: true;
  /** Brings a page to where the action can be done. */
  begin(world: CellWorld): Promise<Begun>;
}

/** An action that is about to be done. */
export interface Begun {
  act(): Promise<void>;
  /** Checks that the screen tells the truth while the fault lasts. */
  expectTruth(row: FaultRow): Promise<void>;
  /** The one thing the screen offers; if absent, the person only looks at the page again. */
  remedy?(): Promise<void>;
  /**
   * Checks that it was done on the server exactly once, as the right person, with nothing left on the device.
   */
  expectDone(row: FaultRow): Promise<void>;
}
