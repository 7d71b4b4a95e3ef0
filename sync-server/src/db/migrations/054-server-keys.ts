import { Migration } from '@mikro-orm/migrations';

/**
 * Key pairs of the server itself. They stand in the database because all processes share them and because what they
 * signed must be verified after a restore, too. Old ones stay.
 */
export class Migration054ServerKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table server_keys (
        id text primary key,
        kind text not null check (kind in ('receipt', 'push', 'handover')),
        public_key bytea not null,
        private_key bytea not null,
        made_at timestamptz not null default now()
      );
    `);
  }
}
