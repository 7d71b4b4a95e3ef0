import { Migration } from '@mikro-orm/migrations';

/**
 * Devices that are told of news by a notification; each ends with its session. A message to one is a row like a mail, which
 * ends with it, too. Its recipient is empty, so that the build before, which would take it for a mail, sends it to nobody.
 */
export class Migration062PushSubscriptions extends Migration {
  override up(): void {
    this.addSql(`
      create table push_subscriptions (
        id uuid primary key default gen_random_uuid(),
        session_id text not null unique references sessions on delete cascade,
        endpoint text not null unique,
        p256dh text not null,
        auth text not null,
        server_key text not null references server_keys,
        created_at timestamptz(3) not null default now()
      );
      create index push_subscriptions_key on push_subscriptions (server_key);
      alter table outgoing_messages add subscription_id uuid references push_subscriptions on delete cascade;
      create index outgoing_messages_subscription on outgoing_messages (subscription_id, kind)
        where subscription_id is not null;
    `);
  }
}
