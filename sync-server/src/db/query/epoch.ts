/**
 * The name of the run of the database that answers, for a statement: another one after each start, promotion and restore.
 * Transaction numbers can be compared only within one (decision 49).
 */
export const PRESENT_EPOCH = 'epoch_here()';
