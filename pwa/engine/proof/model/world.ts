import type { User } from '@sunloop/shared-types/ground/user.ts';
import {
  type PushRow,
  type Referral,
  REFERRAL_STATUSES,
} from '@sunloop/shared-types/referrals/referral.ts';
import { vi } from 'vitest';
import { USER_DB_PREFIX } from '../../src/data/unsent-count.ts';
import { deviceDb } from '../../src/data/device-db.ts';
import { anAdminReferral, aUser } from '../../src/test/builders.ts';
import { FakeDesk } from '../../src/test/fake-desk.ts';
import { FakeOnBehalf } from '../../src/test/fake-on-behalf.ts';
import { FakeServer } from '../../src/test/fake-server.ts';
import { seededRandom } from '../../src/test/seeded-random.ts';
import { Ledger } from './ledger.ts';
import { ListWatch } from './list-watch.ts';
import { ModelClock } from './model-clock.ts';
import { ModelLocks } from './model-locks.ts';
import { ModelNetwork } from './model-network.ts';
import { isWriting, rawSession, removeDatabase } from './raw-storage.ts';
import type { Setting, Who } from './steps.ts';
import { ShareWatch } from './share-watch.ts';
import { Tab, TabKilled } from './tab.ts';
import { ReceiptWatch } from './receipt-watch.ts';
import { RequestWatch } from './request-watch.ts';
import { ServerPast } from './server-past.ts';
import { Wishes } from './wishes.ts';
import { fakeCaches } from '../../src/test/fake-caches.ts';
import { forgetStorageHealth } from '../../src/test/forget-storage-health.ts';

/** By which the two name each other. */
export const CODES: Readonly<Record<Who, string>> = { o: 'AAAAAAA1', s: 'BBBBBBB2' };
const TABS = 3;
const DESK_ROWS = 4;
/** After this many turns, something is looping. */
const MOST_TURNS = 5000;

/** The device, its tabs, the way to the server and the server of one run. */
export class World {
  readonly owner: User;
  readonly stranger = aUser({ referralCode: CODES.s });
  readonly server: FakeServer;
  readonly desk: FakeDesk;
  readonly taken: FakeOnBehalf;
  readonly network: ModelNetwork;
  readonly clock: ModelClock;
  readonly tabs: Tab[];
  readonly ledger = new Ledger();
  readonly past: ServerPast;
  readonly watch = new ListWatch();
  readonly requests = new RequestWatch();
  readonly receipts: ReceiptWatch;
  readonly shares = new ShareWatch();
  readonly wishes: Wishes;
  /** Faults that were noticed where they happened. */
  readonly faults: string[] = [];
  /** Counts disturbances of the device's storage; work may fail after one. */
  disturbances = 0;
  mendStorage: (() => void) | undefined;
  /** Entries that a newer build left, by user. */
  readonly newer: Record<Who, number> = { o: 0, s: 0 };
  /** How many rows a page has to call missing, by user, once the browser cleared their database. */
  readonly missing = new Map<string, number>();
  /** The referrals the owner's other device holds, by id. */
  readonly elsewhere = new Map<string, Referral>();
  /** What the owner handed over, each file as its rows were then; any of it may arrive, at any time and more than once. */
  readonly handed: PushRow[][] = [];
  /** Files in which people saved what waited. */
  readonly files: { who: Who; text: string }[] = [];
  readonly hasPages: boolean;
  readonly #pageStorage = new Map<string, string>();
  readonly #silenced = (['warn', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  );
  #tasks = 0;
  #lastUser: User;
  #giveBack: () => void = () => undefined;
  readonly #random: () => number;
  readonly #setImmediate = globalThis.setImmediate;

  constructor({ seed, isAdmin, hasLocks, hasPages, network }: Setting) {
    this.hasPages = hasPages;
    this.#random = seededRandom(seed + 1);
    this.owner = aUser({ referralCode: CODES.o, ...(isAdmin && { role: 'admin' }) });
    this.#lastUser = this.owner;
    this.#stubGlobals(hasLocks);
    this.clock = new ModelClock();
    this.server = new FakeServer(this.owner);
    const rows = Array.from({ length: DESK_ROWS }, () =>
      anAdminReferral({ status: REFERRAL_STATUSES[0] }),
    );
    this.desk = new FakeDesk(this.server, rows);
    this.taken = new FakeOnBehalf(this.server, [this.owner, this.stranger]);
    this.wishes = new Wishes(this.desk, rows);
    this.receipts = new ReceiptWatch(this);
    this.network = new ModelNetwork(this.server, (request) => {
      this.requests.note(this, request);
      this.receipts.note(this, request);
    });
    this.network.mode = network;
    this.past = new ServerPast(this.server);
    this.tabs = Array.from({ length: TABS }, () => this.newTab());
  }

  newTab(): Tab {
    return new Tab({
      now: () => this.clock.now(),
      random: this.#random,
      wait: (delayMs) => this.clock.wait(delayMs),
    });
  }

  tab(nth: number): Tab {
    const tab = this.tabs[nth % TABS];
    if (!tab) throw new Error('No such tab');
    return tab;
  }

  userOf(who: Who): User {
    return who === 'o' ? this.owner : this.stranger;
  }

  /** Whose screens are open: the signed-in user's or, in a forgotten tab, the last one's. */
  screenUser(): { who: Who; user: User } {
    const session = rawSession();
    if (session?.state === 'active') {
      this.#lastUser = session.user.id === this.owner.id ? this.owner : this.stranger;
    }
    const user = this.#lastUser;
    return { who: user === this.owner ? 'o' : 's', user };
  }

  /** Starts work in a tab, alongside whatever comes next; it may fail only if storage was disturbed. */
  begin(tab: Tab, work: () => Promise<unknown>): void {
    // Whoever does something in a frozen tab has come back to it.
    tab.thaw();
    const before = this.mendStorage ? -1 : this.disturbances;
    tab.run(work).catch((error: unknown) => {
      // Tabs of one run join each other's reads.
      const isJoined = error instanceof TabKilled;
      const isExpected = isJoined || tab.isDead || this.mendStorage || this.disturbances !== before;
      const isBroken = error instanceof TypeError || error instanceof RangeError;
      if (!isExpected || (isBroken && !tab.isDead)) {
        this.faults.push(`threw ${String(error)} ${error instanceof Error ? error.stack : ''}`);
      }
    });
  }

  /** Runs everything that can continue without time passing or an answer coming. */
  async settle(): Promise<void> {
    let quiet = 0;
    for (let turn = 0; quiet < 2; turn += 1) {
      if (turn > MOST_TURNS) throw new Error('The engine loops without end');
      await this.turn();
      quiet = this.#tasks === 0 ? quiet + 1 : 0;
    }
  }

  turn(): Promise<void> {
    return new Promise((resolve) => void this.#setImmediate(resolve));
  }

  /** What was only on this device is lost or knowingly given up. */
  giveUp(who: Who): void {
    this.receipts.doubt(this.userOf(who).id);
    this.ledger.giveUp(who);
    if (who === 'o') this.wishes.wanted.clear();
    this.past.forgive(this.userOf(who).id);
    this.newer[who] = 0;
  }

  /** The browser has cleared a user's database; what had not arrived is lost, and a page says so. */
  noteEvicted(who: Who): void {
    const { id } = this.userOf(who);
    removeDatabase(`${USER_DB_PREFIX}${id}`);
    this.past.note();
    const arrived = this.past.names();
    for (const name of this.ledger.saved) {
      if (name.startsWith(who) && arrived.has(name)) this.ledger.saved.delete(name);
    }
    this.giveUp(who);
    // Signing in again would forget that it has yet to be said.
    if (rawSession()?.state !== 'active') return void this.missing.delete(id);
    const noted = ['unsent', 'missing'].map((what) =>
      this.#pageStorage.get(`sunloop-${what}-${id}`),
    );
    this.missing.set(id, Number(noted[0] ?? 0) + Number(noted[1] ?? 0));
  }

  isQuiet(): boolean {
    return this.#tasks === 0 && !isWriting();
  }

  async end(): Promise<void> {
    this.mendStorage?.();
    this.network.mode = 'away';
    for (const tab of this.tabs) tab.kill();
    try {
      await this.settle();
    } finally {
      await this.#forget();
    }
  }

  async #forget(): Promise<void> {
    for (const { id } of [this.owner, this.stranger]) removeDatabase(`${USER_DB_PREFIX}${id}`);
    await deviceDb.device.clear();
    await forgetStorageHealth();
    vi.unstubAllGlobals();
    for (const silenced of this.#silenced) silenced.mockRestore();
    this.#giveBack();
    this.clock.end();
  }

  #stubGlobals(hasLocks: boolean): void {
    const storage = { persist: () => Promise.resolve(true) };
    vi.stubGlobal('navigator', { storage, ...(hasLocks && { locks: new ModelLocks() }) });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => this.#pageStorage.get(key) ?? null,
      setItem: (key: string, value: string) => this.#pageStorage.set(key, value),
      removeItem: (key: string) => this.#pageStorage.delete(key),
    });
    vi.stubGlobal('caches', fakeCaches());
    // Compression runs in threads of its own, in an order that cannot be repeated.
    vi.stubGlobal('CompressionStream', undefined);
    const real = this.#setImmediate;
    const { error } = console;
    this.#giveBack = () => (console.error = error);
    console.error = (...told: unknown[]) => {
      // The tabs of the run before may still say that they were killed.
      const isKilled = told.some((each) => each instanceof TabKilled);
      if (this.disturbances > 0 || isKilled) return;
      this.faults.push(`logged ${told.map(String).join(' ')}`);
    };
    vi.stubGlobal('setImmediate', (work: (...input: unknown[]) => void, ...input: unknown[]) => {
      this.#tasks += 1;
      return real(() => {
        this.#tasks -= 1;
        work(...input);
      });
    });
  }
}
