import { defineEntity, p } from '@mikro-orm/postgresql';
import type { QuoteStatus } from '@sunloop/shared-types/visitors/quotes.ts';
import { ownId } from '../../ground/entities.ts';
import { ReferralEntity } from '../../referrals/entities.ts';

const schema = defineEntity({
  name: 'QuoteEntity',
  tableName: 'quotes',
  properties: {
    id: ownId(),
    /** As the visitor sent it, normalized; kept even if no user has it. */
    referralCode: p.text().nullable(),
    /** The referral it became; null again when that one is deleted. */
    referralId: () => p.manyToOne(ReferralEntity).mapToPk().joinColumn('referral_id').nullable(),
    /** Whose account follows it: it was asked for on the device on which they signed up, with their email. */
    ownerId: p.uuid().nullable(),
    name: p.text(),
    email: p.text(),
    phone: p.text(),
    address: p.text().nullable(),
    message: p.text().nullable(),
    status: p.text().$type<QuoteStatus>().default('open'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Since when it has been closed or converted; kept by a trigger. */
    settledAt: p.datetime(3).nullable(),
  },
});

/** A row of `quotes`: a free-quote request from the public landing page. */
export class QuoteEntity extends schema.class {}
schema.setClass(QuoteEntity);
