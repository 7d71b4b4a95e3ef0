/**
 * Which person an email address stands for, to keep people from referring themselves: letter case and a
 * `+tag` make no difference. The database has the same rule as `email_person`. Dots count, because only some
 * mail hosts ignore them.
 */
export function emailPerson(email: string): string {
  return email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@');
}
