import * as v from 'valibot';
import { ERASED_QUESTION_MAX } from '../limits.ts';
import { Id } from '../values/text.ts';
import { GivenPassword } from '../ground/user.ts';

/** Erasing cannot be undone, so a session alone is not enough. */
export const Erasure = v.object({ currentPassword: GivenPassword });
export type Erasure = v.InferOutput<typeof Erasure>;

/** Ids of users whose rows a device holds. */
export const ErasedQuestion = v.object({
  ids: v.pipe(
    v.array(Id, 'Must be a list of ids'),
    v.minLength(1, 'Must contain at least one id'),
    v.maxLength(ERASED_QUESTION_MAX, `Must contain at most ${ERASED_QUESTION_MAX} ids`),
  ),
});
export type ErasedQuestion = v.InferOutput<typeof ErasedQuestion>;

/** Those of them that were erased. */
export const ErasedAnswer = v.object({ erased: v.array(Id) });
export type ErasedAnswer = v.InferOutput<typeof ErasedAnswer>;
