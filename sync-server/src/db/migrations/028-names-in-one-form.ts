import { Migration } from '@mikro-orm/migrations';

/**
 * User names are stored in Unicode's form C, so that two that look alike are one. Of several that would become the same,
 * the oldest gets the name; the others stay as they are, since nobody may lose theirs.
 */
export class Migration028NamesInOneForm extends Migration {
  override up(): void {
    this.addSql(`
      with wanted as (
        select id, normalize(username, nfc) as name,
          row_number() over (partition by lower(normalize(username, nfc)) order by created_at, id) as place
        from users where username is not nfc normalized
      )
      update users u set username = w.name from wanted w
      where w.id = u.id and w.place = 1
        and not exists (select from users o where lower(o.username) = lower(w.name) and o.id <> w.id);
    `);
  }
}
