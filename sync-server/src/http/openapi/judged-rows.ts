import { CourierFile } from '@sunloop/shared-types/referrals/courier.ts';
import { OnBehalfRow, onBehalfRoutes } from '@sunloop/shared-types/referrals/on-behalf.ts';
import { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { Push } from '@sunloop/shared-types/referrals/sync.ts';
import type * as v from 'valibot';

/**
 * Rows of lists that the contract leaves open, so that a bad one holds back none of the others, with the schema by which the
 * server judges each.
 */
export const JUDGED_BY: ReadonlyMap<unknown, v.GenericSchema> = new Map<unknown, v.GenericSchema>([
  [Push.entries.referrals.item, PushRow],
  [onBehalfRoutes.pushTaken.body.entries.rows.item, OnBehalfRow],
  [CourierFile.entries.rows.item, PushRow],
]);
