import { Migration } from '@mikro-orm/migrations';

/** Whose account an identity provider's identity signs in to. */
export class Migration046SingleSignOn extends Migration {
  override up(): void {
    this.addSql(`
      alter table users add sso_issuer text, add sso_subject text;
      create unique index users_sso_unique on users (sso_subject, sso_issuer) where sso_subject is not null;
    `);
  }
}
