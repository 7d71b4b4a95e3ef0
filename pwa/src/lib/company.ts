/** The product's name in texts that people pass on. */
export const PRODUCT = 'Sunloop';
