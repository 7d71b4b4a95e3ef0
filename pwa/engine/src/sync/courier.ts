/** What one person carries to the server for another: sealing it, taking it, and what became of it. */

export { type Carried, carry, lookAt, readCarried, readUncarried } from './courier/carry.ts';
export {
  CannotSeal,
  countToHandOver,
  handOver,
  noteHandedOver,
  NoSealingKey,
} from './courier/hand-over.ts';
export { refusalWords } from './courier/refusals.ts';
