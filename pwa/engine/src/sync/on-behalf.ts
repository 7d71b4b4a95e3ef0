/** What the person took for other customers; loaded only for those who may. */

export { readOnBehalf } from './read/on-behalf-list.ts';
export { followOnBehalfItems, type OnBehalfItem } from './on-behalf/on-behalf-items.ts';
export { findCustomer } from './on-behalf/find-customer.ts';
