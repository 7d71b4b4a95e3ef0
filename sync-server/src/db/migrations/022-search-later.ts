import { Migration } from '@mikro-orm/migrations';

/**
 * New rows wait longer before they are sorted into the search index, because sorting in the middle of a push doubled
 * its time. Housekeeping does it within seconds (`sortSearchIndex`); this bounds what waits if that fails. The limit is
 * in kilobytes; a row takes about 1.6.
 */
export class Migration022SearchLater extends Migration {
  override up(): void {
    this.addSql(
      'alter index if exists referrals_search set (fastupdate = on, gin_pending_list_limit = 65536)',
    );
  }
}
