/** What the person took for other customers; loaded only for those who may. */

export { readTaken } from './read/taken-list.ts';
export { readTakenItems, type TakenItem } from './on-behalf/taken-items.ts';
export { findCustomer } from './on-behalf/find-customer.ts';
