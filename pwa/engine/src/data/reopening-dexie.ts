import { Dexie } from 'dexie';
import { endWithPage, followed } from './storage/leaving.ts';
import { watchStorage, isOutdated } from './storage/notices.ts';

/**
 * A database that ends its work with the page, and opens again by itself at the next read or write, whoever closed it,
 * until a newer version of the app has taken it over.
 */
export class ReopeningDexie extends Dexie {
  constructor(name: string) {
    super(name, typeof indexedDB === 'undefined' ? {} : { indexedDB: followed });
    watchStorage(plain(this));
    endWithPage(plain(this));
  }

  override close({ disableAutoOpen = isOutdated(plain(this)) } = {}): void {
    super.close({ disableAutoOpen });
  }
}

/** A function of its own, because otherwise TypeScript expands the table types until it gives up. */
function plain(db: unknown): Dexie {
  return db as Dexie;
}
