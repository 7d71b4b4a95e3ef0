import { currentTab, type Tab, TabKilled } from './tab.ts';

interface LockRequest {
  name: string;
  mode: LockMode;
  tab: Tab | undefined;
  grant: () => void;
}

type Options = { mode?: LockMode; signal?: AbortSignal };
type Work<T> = () => Promise<T>;

/** The browser's locks as far as the engine uses them: in order, shared or not, and released when their tab ends. */
export class ModelLocks {
  readonly #held: LockRequest[] = [];
  readonly #waiting: LockRequest[] = [];

  request<T>(name: string, options: Options | Work<T>, given?: Work<T>): Promise<T> {
    const work = typeof options === 'function' ? options : given;
    const { mode = 'exclusive', signal } = typeof options === 'function' ? {} : options;
    const tab = currentTab();
    if (tab?.isDead || !work) return Promise.reject(new TabKilled());
    return new Promise<T>((resolve, reject) => {
      const grant = () => {
        const done = tab ? tab.run(work) : work();
        done.then(resolve, reject).finally(() => this.#drop(wanted));
      };
      const wanted: LockRequest = { name, mode, tab, grant };
      this.#waiting.push(wanted);
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.includes(wanted)) return;
        this.#drop(wanted);
        reject(new DOMException('Given up', 'AbortError'));
      });
      tab?.onKill(() => {
        this.#drop(wanted);
        reject(new TabKilled());
      });
      this.#grantNext();
    });
  }

  query(): Promise<LockManagerSnapshot> {
    const told = ({ name, mode }: LockRequest) => ({ name, mode });
    return Promise.resolve({ held: this.#held.map(told), pending: this.#waiting.map(told) });
  }

  #drop(wanted: LockRequest): void {
    for (const list of [this.#held, this.#waiting]) {
      const at = list.indexOf(wanted);
      if (at >= 0) list.splice(at, 1);
    }
    this.#grantNext();
  }

  #grantNext(): void {
    for (const wanted of this.#waiting.slice()) {
      const isSame = ({ name }: LockRequest) => name === wanted.name;
      const isShared = ({ mode }: LockRequest) => mode === 'shared' && wanted.mode === 'shared';
      const isBehind = this.#waiting.slice(0, this.#waiting.indexOf(wanted)).some(isSame);
      if (isBehind || !this.#held.filter(isSame).every(isShared)) continue;
      this.#waiting.splice(this.#waiting.indexOf(wanted), 1);
      this.#held.push(wanted);
      wanted.grant();
    }
  }
}
