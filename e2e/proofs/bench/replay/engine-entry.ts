import { fileURLToPath } from 'node:url';
import { buildPage } from '../build-page.ts';

/** The script of the page: the bench does not import the engine, which is bundled from its files as it bundles itself. */
export function buildEngine(): Promise<string> {
  const file = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
  const source = (path: string) => file(`../../../../pwa/engine/src/${path}`);
  return buildPage(`
    import { enqueueUpload } from ${source('sync/outbox/bulk-upload.ts')};
    import { openUserDb } from ${source('data/user-db.ts')};
    import { signIn } from ${source('sync/session/session.ts')};
    import { startSync } from ${source('sync/run/start.ts')};
    import { makeEngine } from ${file('engine-page.ts')};
    window.engine = makeEngine({ enqueueUpload, openDb: openUserDb, signIn, startSync });`);
}
