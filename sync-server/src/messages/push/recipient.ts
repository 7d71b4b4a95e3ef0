/** Where a message `m` goes, as people may read it: an address, or the push service of a device. */
export const RECIPIENT = `
  coalesce((select split_part(d.endpoint, '/', 3) from push_subscriptions d where d.id = m.subscription_id), m.recipient)`;
