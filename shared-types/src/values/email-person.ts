/**
 * Which person an email address stands for, to keep people from referring themselves: letter case and a
 * `+tag` make no difference. The database has the same rule as `email_person`. Dots count, because only some
 * mail hosts ignore them.
 */
export function emailPerson(email: string): string {
  return email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/**
 * Which mailbox an address probably is, to show people who may be the same one: as `emailPerson`, and without the dots that Gmail
 * ignores. The database has the same rule as `email_mailbox`.
 */
export function emailMailbox(email: string): string {
  const person = emailPerson(email);
  const gmail = /^([^@]+)@(?:gmail|googlemail)\.com$/.exec(person)?.[1];
  return gmail === undefined ? person : `${gmail.replaceAll('.', '')}@gmail.com`;
}
