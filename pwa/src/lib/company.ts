/** The product's name as it stands in texts people send on. */
export const PRODUCT = 'Sunloop';
