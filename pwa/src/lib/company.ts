/** The product's name as it stands in texts people send on. */
export const PRODUCT = 'Sunloop';

/** The installer's help line as it is read; a number reserved for examples until a real one is set. */
export const HELP_PHONE = '(800) 555-0142';
export const HELP_PHONE_URL = 'tel:+18005550142';
