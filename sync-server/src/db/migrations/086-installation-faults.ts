import { Migration } from '@mikro-orm/migrations';

/** What is wrong with the installation, as the process that looked last has found it; one row. */
export class Migration086InstallationFaults extends Migration {
  override up(): void {
    this.addSql(`
      create table installation_faults (
        noted_at timestamptz(3) not null,
        faults jsonb not null default '[]'
      );
      create unique index installation_faults_one on installation_faults ((true));
      insert into installation_faults (noted_at) values ('-infinity');
    `);
  }
}
