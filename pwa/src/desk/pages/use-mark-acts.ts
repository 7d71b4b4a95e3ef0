import { forgetPersonRoutes } from '@sunloop/shared-types/referrals/admin-forget.ts';
import {
  type DoNotContact,
  type DoNotContactMark,
  doNotContactRoutes,
} from '@sunloop/shared-types/referrals/do-not-contact.ts';
import { isolate } from '../../lib/isolate.ts';
import { useDeskAct } from './use-desk-act.ts';

const FAILED = 'Update Failed';

/** Marks the person of a referral or quote request as not to be contacted, takes marks back, and has people forgotten. */
export function useMarkActs() {
  const act = useDeskAct();
  return {
    mark: (of: DoNotContactMark['of'], id: string, reason: string) => {
      const done = { title: 'Marked', description: 'They are not called, and cannot be referred.' };
      return act({ failed: FAILED, done }, (write) =>
        write(doNotContactRoutes.markDoNotContact, { body: { of, id, reason } }),
      );
    },
    forget: (of: DoNotContactMark['of'], id: string) => {
      const done = { title: 'Forgotten', description: 'Nothing here names them any more.' };
      return act({ failed: 'Not forgotten', done }, (write) =>
        write(forgetPersonRoutes.forgetPerson, { body: { of, id } }),
      );
    },
    lift: ({ id, name }: DoNotContact) => {
      const done = {
        title: 'Mark lifted',
        description: `${isolate(name)} may be contacted again.`,
      };
      return act({ failed: FAILED, done }, (write) =>
        write(doNotContactRoutes.liftDoNotContact, { params: { id } }),
      );
    },
  };
}
