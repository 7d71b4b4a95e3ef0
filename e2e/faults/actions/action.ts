import type { BrowserContext, Page } from 'playwright/test';
import type { AppProcess } from '../../fixtures/app-process.ts';
import type { Person } from '../../fixtures/people.ts';
import type { FaultRow } from '../faults.ts';
import type { FaultProxy } from '../proxy.ts';

/** What a cell of the table has to itself, and the server it shares. */
export interface CellWorld {
  readonly app: AppProcess;
  readonly context: BrowserContext;
  readonly page: Page;
  /** A customer of this cell's own. */
  readonly person: Person;
  readonly proxy: FaultProxy;
}

/** One column of the table: something a person does that needs the server. */
export interface Action {
  readonly name: string;
  /** The request that does it, as `METHOD /path`. */
  readonly calls: RegExp;
  /** Which of them meets the fault first; the first by default. */
  readonly from?: number;
  /** What is done waits on the device and goes by itself; otherwise the person is told and asked. */
  readonly isQueued?: true;
  /** Brings a page to where the action is at hand. */
  begin(world: CellWorld): Promise<Begun>;
}

/** The action, about to be done. */
export interface Begun {
  act(): Promise<void>;
  /** Holds the screen to the truth while the fault lasts. */
  expectTruth(row: FaultRow): Promise<void>;
  /** The one thing the screen offers; without it the person only looks at the page again. */
  remedy?(): Promise<void>;
  /** Done on the server exactly once, as the right person, with nothing left over on the device. */
  expectDone(row: FaultRow): Promise<void>;
}
