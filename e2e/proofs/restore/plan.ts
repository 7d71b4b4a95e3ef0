import * as v from 'valibot';

/** How large a rehearsal is; its seed decides in which order the devices come back. */
export interface Plan {
  readonly devices: number;
  /** Of each device, sent before the state is kept. */
  readonly rows: number;
  /** Of each device, sent afterwards. */
  readonly tail: number;
  /** Referrals completed afterwards, half of them sent before; as many others were completed before. */
  readonly completed: number;
  /** Referrals deleted afterwards, half of them sent before. */
  readonly deleted: number;
  /** People erased afterwards. */
  readonly erased: number;
  readonly seed: number;
}

/** For every run of the tests. */
export const SHORT = { devices: 5, rows: 20, tail: 10, completed: 6, deleted: 2, erased: 1 };

/** Whose referrals are completed; those of the next device are deleted. */
const LUCKY = 3;

/** How the names begin of referrals that are completed before and after the state is kept, and of those deleted. */
export const SOONER = 'Sooner';
export const LATER = 'Later';
export const DELETED = 'Deleted';

/** The people in a device's file. */
export function namesOf(plan: Plan, part: 'rows' | 'tail', at: number): string[] {
  const share = plan.completed / LUCKY / 2;
  const deleted = (part === 'rows' ? Math.floor : Math.ceil)(plan.deleted / 2);
  const marks = (mark: string, count: number) => Array.from({ length: count }, () => mark);
  const first = [
    ...(at < LUCKY ? marks(LATER, share) : []),
    ...(at < LUCKY && part === 'rows' ? marks(SOONER, share) : []),
    ...(at === LUCKY ? marks(DELETED, deleted) : []),
  ];
  return Array.from(
    { length: plan[part] },
    (_, row) => `${first[row] ?? 'Friend'} ${row + 1} ${part} ${at + 1}`,
  );
}

/** The variable by which the command tells Playwright's processes what to run. */
const VARIABLE = 'REHEARSAL_PLAN';

const Whole = v.pipe(v.string(), v.digits(), v.transform(Number));
const Wish = v.object({ devices: Whole, rows: Whole, seed: Whole });

/** The variable with what was asked for; throws if that makes no sense. */
export function writePlan(wish: Readonly<Record<string, string>>): Record<string, string> {
  v.parse(Wish, wish);
  return { [VARIABLE]: JSON.stringify(wish) };
}

/** The plan of the command that started this process. */
export function readPlan(): Plan {
  const wish = v.parse(Wish, JSON.parse(process.env[VARIABLE] ?? '{}'));
  return { ...wish, tail: 10, completed: 30, deleted: 5, erased: 2 };
}
