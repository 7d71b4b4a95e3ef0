import { Migration } from '@mikro-orm/migrations';

/** Messages to people, the links in them that work once, and which messages a person gets. */
export class Migration043OutgoingMessages extends Migration {
  override up(): void {
    this.addSql(`
      alter table users add email_confirmed_at timestamptz(3), add pending_email text,
        add mail_off text[] not null default '{}';
      create table outgoing_messages (
        id uuid primary key default gen_random_uuid(),
        key text not null unique,
        kind text not null,
        user_id uuid references users on delete cascade,
        recipient text not null,
        data jsonb not null,
        state text not null check (state in ('waiting', 'sent', 'failed', 'kept')),
        created_at timestamptz(3) not null default now(),
        queued_at timestamptz(3) not null default now(),
        due_at timestamptz(3) not null default now(),
        tries int not null default 0,
        reason text,
        settled_at timestamptz(3)
      );
      create index outgoing_messages_due on outgoing_messages (due_at) where state = 'waiting';
      create index outgoing_messages_user on outgoing_messages (user_id);
      create index outgoing_messages_created on outgoing_messages (created_at, id);
      create index outgoing_messages_settled on outgoing_messages (settled_at);
      create table one_time_links (
        id uuid primary key,
        token_hash text not null unique,
        user_id uuid not null references users on delete cascade,
        kind text not null check (kind in ('confirm', 'reset', 'invitation', 'undo')),
        email text not null,
        created_at timestamptz(3) not null default now(),
        ends_at timestamptz(3) not null
      );
      create index one_time_links_user on one_time_links (user_id, kind);
      create index one_time_links_ends on one_time_links (ends_at);
    `);
  }
}
