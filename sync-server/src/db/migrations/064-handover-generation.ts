import { Migration } from '@mikro-orm/migrations';

/** Which sealed files of a user the server still takes; raised whenever all their other sessions end. */
export class Migration064HandoverGeneration extends Migration {
  override up(): void {
    this.addSql('alter table users add column handover_generation int not null default 0');
  }
}
