/**
 * Whom an email address stands for where a person must not refer themselves: letter case and a `+tag` make no
 * other person. The database knows the same rule as `email_person`. Dots count: only some mail hosts ignore them.
 */
export function emailPerson(email: string): string {
  return email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
