import * as v from 'valibot';
import { PREVIEW_MAX_ROWS } from '../limits.ts';
import { LadderRung } from './own-ladder.ts';
import { Id } from '../values/text.ts';

/** Referrals in the order in which they would be completed. */
export const CompletionQuestion = v.object({
  ids: v.pipe(
    v.array(Id),
    v.minLength(1, 'There must be at least one'),
    v.maxLength(PREVIEW_MAX_ROWS, `There may be at most ${PREVIEW_MAX_ROWS}`),
  ),
});
export type CompletionQuestion = v.InferOutput<typeof CompletionQuestion>;

/**
 * What completing referrals would pay to one person.
 *
 * @public named in the OpenAPI document
 */
export const CompletionPay = v.object({
  userId: Id,
  username: v.string(),
  /** All of it in words: `$600 and 50% Tesla Powerwall discount`. */
  pays: v.string(),
  rungs: v.array(LadderRung),
});

export const CompletionPreview = v.object({
  /** Referrals of the question that are not completed yet. */
  referrals: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** What all of them would pay together, in words. */
  pays: v.string(),
  people: v.array(CompletionPay),
});
export type CompletionPreview = v.InferOutput<typeof CompletionPreview>;
