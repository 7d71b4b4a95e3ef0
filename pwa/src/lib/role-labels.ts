/** What a role is called in full. */
export const ROLE_LABELS = { customer: 'Customer', admin: 'Administrator' } as const;
