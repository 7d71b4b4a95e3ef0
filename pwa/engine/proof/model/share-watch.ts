import { findHandedFile, keepHandedFile, takeHandedFile } from '../../src/data/handed-file.ts';
import type { ModelClock } from './model-clock.ts';
import { rawSession } from './raw-storage.ts';

/** The sign-in page promises as much. Milliseconds. */
const KEPT_MS = 60 * 60_000;

interface Watched {
  clock: ModelClock;
}

/**
 * What another app shares waits in the worker's keeping until somebody who is signed in takes it, whoever that is; nobody
 * else gets it then, and for an hour it is not lost. A later one takes its place.
 */
export class ShareWatch {
  /** What waits; `isUncertain` once somebody was erased, whose it may have been, or the device's clock was set. */
  #waiting: { name: string; at: number; isUncertain: boolean } | undefined;
  readonly #takers = new Map<string, string[]>();
  #shared = 0;

  /** Another app shares a file, whether somebody is signed in or not. */
  async share({ clock }: Watched): Promise<void> {
    const name = `shared-${(this.#shared += 1)}.csv`;
    this.#waiting = { name, at: clock.now(), isUncertain: false };
    await keepHandedFile({ file: new File(['name,email'], name), others: 0 });
  }

  /** A page of somebody signed in looks for it, as each does when it opens, and takes it. */
  async take(): Promise<void> {
    const session = rawSession();
    if (session?.state !== 'active' || (await findHandedFile()) === undefined) return;
    const onBehalf = await takeHandedFile();
    if (!onBehalf) return;
    const { name } = onBehalf.file;
    this.#takers.set(name, [...(this.#takers.get(name) ?? []), session.user.id]);
    if (this.#waiting?.name === name) this.#waiting = undefined;
  }

  doubt(): void {
    if (this.#waiting) this.#waiting.isUncertain = true;
  }

  async look({ clock }: Watched): Promise<string[]> {
    const waiting = this.#waiting;
    const kept = await findHandedFile();
    const isDue = waiting && !waiting.isUncertain && clock.now() - waiting.at <= KEPT_MS;
    const twice = [...this.#takers].filter(([, takers]) => takers.length > 1);
    return [
      ...(isDue && kept !== waiting.name ? [`the shared file ${waiting.name} is lost`] : []),
      ...(kept && this.#takers.has(kept) ? [`${kept} was taken and is offered again`] : []),
      ...twice.map(([name, takers]) => `${name} was taken ${takers.length} times`),
    ];
  }
}
