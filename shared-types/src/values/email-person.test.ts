import { expect, test } from 'vitest';
import { emailMailbox, emailPerson } from './email-person.ts';

test.each([
  ['Ana@Example.com', 'ana@example.com'],
  ['ana+solar@example.com', 'ana@example.com'],
  ['ana+a+b@example.com', 'ana@example.com'],
  ['a.n.a@example.com', 'a.n.a@example.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['ana@ex+ample', 'ana@ex+ample'],
])('%s stands for %s', (email, person) => {
  expect(emailPerson(email)).toBe(person);
});

test.each([
  ['Ana+solar@Example.com', 'ana@example.com'],
  ['a.n.a@example.com', 'a.n.a@example.com'],
  ['A.n.a+b@gmail.com', 'ana@gmail.com'],
  ['ana@googlemail.com', 'ana@gmail.com'],
  ['ana@gmail.com.example', 'ana@gmail.com.example'],
])('%s is probably the mailbox %s', (email, mailbox) => {
  expect(emailMailbox(email)).toBe(mailbox);
});
