/** What one person carries to the server for another: sealing it, taking it, and what became of it. */

export { type Carried, carry, lookAt, readCarried, readUncarried } from './handover/carry.ts';
export {
  CannotSeal,
  countToHandOver,
  handOver,
  noteHandedOver,
  NoSealingKey,
} from './handover/hand-over.ts';
export { refusalWords } from './handover/refusals.ts';
