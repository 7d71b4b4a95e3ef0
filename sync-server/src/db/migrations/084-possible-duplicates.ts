import { Migration } from '@mikro-orm/migrations';

/**
 * Referrals are late an hour after they were taken, because phones' clocks are wrong. Duplicates are also those by different users
 * whose emails are probably one mailbox, which differ by a tag or by Gmail's dots.
 */
export class Migration084PossibleDuplicates extends Migration {
  override up(): void {
    this.addSql(`
      drop index referral_search_late;
      create index referral_search_late on referral_search (created_at, id)
        where created_at - date > interval '1 hour';
    `);
    // As emailMailbox of shared-types. Not strict, so that it is inlined.
    this.addSql(`
      create function email_mailbox(email text) returns text language sql immutable parallel safe
      return case when email_person(email) ~ '^[^@]+@(gmail|googlemail)\\.com$'
        then replace(split_part(email_person(email), '@', 1), '.', '') || '@gmail.com'
        else email_person(email) end;
      create index referral_search_mailbox on referral_search (email_mailbox(email), user_id);
    `);
    // As in migration 030, but by mailboxes.
    this.addSql(`
      create or replace function is_referred_by_others(of_email text, of_phone_tail text, of_user uuid)
      returns boolean language sql stable parallel unsafe
      return exists (select from referral_search
          where email_mailbox(email) = email_mailbox(of_email collate "C") and user_id <> of_user)
        or of_phone_tail <> '' and (
          exists (select from referral_search
            where phone_tail = of_phone_tail and phone_tail <> '' and user_id < of_user)
          or exists (select from referral_search
            where phone_tail = of_phone_tail and phone_tail <> '' and user_id > of_user));
      create or replace function unmark_duplicates() returns trigger language plpgsql as $$
      begin
        update referral_search set is_duplicate = false
        where is_duplicate and email_mailbox(email) = email_mailbox(old.email)
          and not is_referred_by_others(email, phone_tail, user_id);
        -- Of a number that many have, the rest is looked at only when one referrer is left with it.
        if old.phone_tail <> '' and (select min(user_id::text) = max(user_id::text) from (
            (select user_id from referral_search
              where phone_tail = old.phone_tail and phone_tail <> '' order by user_id limit 1)
            union all
            (select user_id from referral_search
              where phone_tail = old.phone_tail and phone_tail <> '' order by user_id desc limit 1)) ends)
        then
          update referral_search set is_duplicate = false
          where is_duplicate and phone_tail = old.phone_tail and phone_tail <> ''
            and not is_referred_by_others(email, phone_tail, user_id);
        end if;
        return null;
      end $$;
      update referral_search s set is_duplicate = true
      where not is_duplicate
        and email_mailbox(email) in (select email_mailbox(email) from referral_search
          group by email_mailbox(email) having count(distinct user_id) > 1)
        and not exists (select from duplicate_decisions d where d.referral_id = s.id);
      analyze referral_search;
    `);
  }
}
