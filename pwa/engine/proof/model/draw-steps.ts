import { REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import { seededRandom } from '../../src/test/seeded-random.ts';
import { NAMES_OF_FATES, NETWORKS } from './model-network.ts';
import type { ModelStep, RowKind, Setting } from './steps.ts';

const STEPS = 45;
const MINUTE = 60_000;
const MANY = 1000;
const ERRORS = ['QuotaExceededError', 'UnknownError', 'AbortError', 'InvalidStateError'];
const STORES = [
  'outbox',
  'rejected',
  'referrals',
  'arrived',
  'resources',
  'sync',
  'log',
  'uploads',
  'device',
];
const DAY = 24 * 60 * MINUTE;
const ELAPSES = [120, 1500, 6000, 16_000, 40_000, 5 * MINUTE, 20 * MINUTE];
const ABSENCES = [31 * DAY, 100 * DAY];
const FAILING = ['write', 'write', 'read', 'count', 'delete', 'commit', 'open'] as const;
const JUMPS = [2 * MINUTE, 60 * MINUTE, 3 * 24 * 60 * MINUTE];

const EVENTS = ['online', 'offline', 'focus', 'visible', 'hidden'] as const;
const LOSABLE = ['sync', 'log', 'uploads'] as const;
const PLANTED = ['newer', 'damaged', 'half-damaged'] as const;

type Draw = ReturnType<typeof drawing>;

/** The list of steps for a seed. */
export function drawRun(seed: number): { setting: Setting; steps: ModelStep[] } {
  const draw = drawing(seededRandom(seed));
  const setting: Setting = {
    seed,
    isAdmin: draw.chance(0.3),
    hasLocks: draw.chance(0.5),
    hasPages: draw.chance(0.2),
    network: draw.chance(0.6) ? 'slow' : 'open',
  };
  // Some runs leave out what phones do to storage, so that other faults are not hidden by it.
  const isIn = {
    desk: setting.isAdmin,
    device: !draw.chance(0.3),
    past: draw.chance(0.4),
    elsewhere: draw.chance(0.3),
    odd: draw.chance(0.3),
    courier: draw.chance(0.3),
    files: draw.chance(0.3),
    pages: setting.hasPages,
    taken: draw.chance(0.4),
  };
  const kinds = WEIGHTS.filter(({ part }) => part === undefined || isIn[part]);
  return { setting, steps: Array.from({ length: STEPS }, () => drawStep(draw, kinds)) };
}

function drawing(random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  return {
    chance: (part: number) => random() < part,
    below,
    any: () => below(MANY),
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
  };
}

function drawRows({ below, chance, pick }: Draw): RowKind[] {
  const one = (): RowKind => (chance(0.8) ? 'good' : pick(['bad', 'twin', 'self'] as const));
  return Array.from({ length: 1 + below(4) }, one);
}

const statusOrGone = ({ chance, pick }: Draw) => (chance(0.15) ? null : pick(REFERRAL_STATUSES));

interface Weight {
  weight: number;
  part?: 'desk' | 'device' | 'past' | 'elsewhere' | 'courier' | 'files' | 'odd' | 'pages' | 'taken';
  make: (draw: Draw, tab: number) => ModelStep;
}

const WEIGHTS: readonly Weight[] = [
  { weight: 10, make: (d, tab) => ({ do: 'save', tab, rows: drawRows(d) }) },
  {
    weight: 5,
    make: (d, tab) => {
      const [again, isRun] = [d.chance(0.4), d.chance(0.7)];
      return { do: 'upload', tab, rows: drawRows(d), again, isRun };
    },
  },
  {
    weight: 8,
    part: 'taken',
    make: (d, tab) => {
      const rows = drawRows(d).map((kind) => (d.chance(0.1) ? ('nobody' as const) : kind));
      return { do: 'take', tab, rows };
    },
  },
  { weight: 4, part: 'taken', make: (_, tab) => ({ do: 'refresh', tab, what: 'taken' }) },
  { weight: 1, make: (_, tab) => ({ do: 'stopUpload', tab }) },
  { weight: 2, make: (d, tab) => ({ do: 'openDialog', tab, row: d.any() }) },
  {
    weight: 6,
    make: (d, tab) => ({
      do: 'edit',
      tab,
      row: d.any(),
      mends: d.pick(['name', 'email'] as const),
    }),
  },
  { weight: 4, make: (d, tab) => ({ do: 'remove', tab, row: d.any() }) },
  { weight: 3, make: (d, tab) => ({ do: 'undo', tab, nth: d.any() }) },
  {
    weight: 17,
    make: (d, tab) => ({
      do: 'send',
      tab,
      how: d.pick(['once', 'once', 'now', 'worker'] as const),
    }),
  },
  {
    weight: 5,
    make: (d, tab) => ({ do: 'refresh', tab, what: d.pick(['stale', 'list'] as const) }),
  },
  { weight: 1, make: (_, tab) => ({ do: 'news', tab }) },
  { weight: 8, part: 'pages', make: (d, tab) => ({ do: 'page', tab, event: d.pick(EVENTS) }) },
  {
    weight: 24,
    make: (d) => {
      const fate = d.chance(0.45) ? 'fine' : d.pick(NAMES_OF_FATES);
      return { do: 'answer', nth: d.chance(0.7) ? 0 : d.any(), fate };
    },
  },
  { weight: 4, make: (d) => ({ do: 'serve', nth: d.any() }) },
  { weight: 2, make: () => ({ do: 'arrive' }) },
  { weight: 4, make: (d) => ({ do: 'network', mode: d.chance(0.4) ? 'slow' : d.pick(NETWORKS) }) },
  { weight: 4, make: (d) => ({ do: 'admin', row: d.any(), to: statusOrGone(d) }) },
  { weight: 5, part: 'past', make: () => ({ do: 'backUp' }) },
  {
    weight: 6,
    part: 'past',
    make: (d) => ({ do: 'restore', nth: d.any(), isUnnoticed: d.chance(0.3) }),
  },
  { weight: 6, part: 'past', make: (_, tab) => ({ do: 'refresh', tab, what: 'list' }) },
  { weight: 12, part: 'past', make: (_, tab) => ({ do: 'refresh', tab, what: 'receipts' }) },
  { weight: 9, make: (d) => ({ do: 'elapse', ms: d.pick(ELAPSES) }) },
  { weight: 2, make: (d) => ({ do: 'jump', ms: d.pick(JUMPS) * (d.chance(0.5) ? 1 : -1) }) },
  {
    weight: 5,
    part: 'device',
    make: (d) => {
      const store = d.chance(0.3) ? null : d.pick(STORES);
      const times = d.chance(0.4) ? MANY : 1 + d.below(4);
      return { do: 'fail', error: d.pick(ERRORS), store, what: d.pick(FAILING), times };
    },
  },
  { weight: 5, part: 'device', make: () => ({ do: 'mend' }) },
  { weight: 2, part: 'device', make: (_, tab) => ({ do: 'close', tab }) },
  { weight: 0.5, part: 'device', make: () => ({ do: 'evict' }) },
  { weight: 0.5, part: 'device', make: () => ({ do: 'upgrade' }) },
  { weight: 3, make: (_, tab) => ({ do: 'kill', tab }) },
  { weight: 1.5, make: (_, tab) => ({ do: 'freeze', tab }) },
  { weight: 1.5, make: (_, tab) => ({ do: 'thaw', tab }) },
  { weight: 0.5, make: (d) => ({ do: 'elapse', ms: d.pick(ABSENCES) }) },
  {
    weight: 1,
    part: 'odd',
    make: (d) => ({ do: 'evictOpen', what: d.chance(0.7) ? 'user' : 'device' }),
  },
  { weight: 1, part: 'odd', make: (d, tab) => ({ do: 'loseStore', tab, store: d.pick(LOSABLE) }) },
  { weight: 4, part: 'odd', make: (d, tab) => ({ do: 'plant', tab, what: d.pick(PLANTED) }) },
  { weight: 3, part: 'odd', make: (_, tab) => ({ do: 'reshape', tab }) },
  {
    weight: 8,
    part: 'elsewhere',
    make: (d) => {
      const what = d.pick(['add', 'file', 'look'] as const);
      return what === 'add'
        ? { do: 'elsewhere', what, rows: drawRows(d) }
        : { do: 'elsewhere', what };
    },
  },
  { weight: 4, part: 'files', make: (_, tab) => ({ do: 'saveFile', tab }) },
  { weight: 4, part: 'files', make: (d, tab) => ({ do: 'openFile', tab, nth: d.any() }) },
  { weight: 3, part: 'files', make: () => ({ do: 'share' }) },
  { weight: 4, part: 'files', make: (_, tab) => ({ do: 'takeShared', tab }) },
  { weight: 6, part: 'courier', make: () => ({ do: 'handOver' }) },
  { weight: 6, part: 'courier', make: (d) => ({ do: 'courier', nth: d.any() }) },
  {
    weight: 2,
    make: (d, tab) => ({ do: 'signOut', tab, unsent: d.chance(0.6) ? 'keep' : 'discard' }),
  },
  { weight: 5, make: (d, tab) => ({ do: 'signIn', tab, who: d.chance(0.75) ? 'o' : 's' }) },
  { weight: 2, make: (d) => ({ do: 'cookie', who: d.pick(['o', 's', null] as const) }) },
  {
    weight: 14,
    part: 'desk',
    make: (d, tab) => {
      const acts = Array.from({ length: 1 + d.below(3) }, () => ({
        row: d.any(),
        to: statusOrGone(d),
      }));
      return { do: 'act', tab, acts };
    },
  },
  { weight: 4, part: 'desk', make: (d, tab) => ({ do: 'takeBack', tab, row: d.any() }) },
  {
    weight: 5,
    part: 'desk',
    make: (d, tab) => ({ do: 'decide', tab, nth: d.any(), isMine: d.chance(0.5) }),
  },
  {
    weight: 6,
    part: 'desk',
    make: (d) => ({ do: 'colleague', row: d.any(), to: statusOrGone(d) }),
  },
  { weight: 5, part: 'desk', make: (_, tab) => ({ do: 'deskList', tab }) },
];

function drawStep(draw: Draw, kinds: readonly Weight[]): ModelStep {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  let left = (draw.any() / MANY) * total;
  const kind = kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds[0];
  if (!kind) throw new Error('Nothing to draw from');
  const step = kind.make(draw, draw.below(3));
  return draw.chance(0.25) ? { ...step, turns: draw.below(8) } : step;
}
