import type { BenchRow } from '../rows.ts';

/** The app's own functions that the page gets; its database and user are its own types, which the bench does not import. */
export interface AppFunctions<User extends { readonly id: string }, Db> {
  openDb(userId: string): Db;
  signIn(user: User): Promise<void>;
  enqueueUpload(db: Db, file: { fileName: string; rows: readonly object[] }): Promise<unknown>;
  startSync(work: { db: Db; window: Window }): () => void;
}

/** The app's engine in a page that shows nothing. */
export interface Engine {
  /** Signs in whoever the browser's session is of, and starts to send and fetch. */
  start(): Promise<void>;
  queue(rows: readonly BenchRow[]): Promise<void>;
}

export function makeEngine<User extends { readonly id: string }, Db>(
  app: AppFunctions<User, Db>,
): Engine {
  let db: Db | undefined;
  return {
    async start() {
      const user = (await (await fetch('/api/user')).json()) as User;
      await app.signIn(user);
      db = app.openDb(user.id);
      app.startSync({ db, window });
    },
    async queue(rows) {
      if (!db) throw new Error('the engine was not started');
      const people = rows.map(({ name, email, phone }) => ({ name, email, phone }));
      await app.enqueueUpload(db, { fileName: 'people.csv', rows: people });
    },
  };
}
