import { expect, test } from 'vitest';
import { firstNameOf } from './first-name.ts';

test.each([
  ['Jane Smith', 'Jane'],
  ['  Jane  ', 'Jane'],
  ['Smith, Jane', 'Jane'],
  ['Smith, Jane Anne', 'Jane'],
  ['Dr. Jane Smith', 'Jane'],
  ['dr Jane Smith', 'Jane'],
  ['Prof. Dr. Jane Smith', 'Jane'],
  ['Sra. Juana Pérez', 'Juana'],
  ['Smith, Dr. Jane', 'Jane'],
  ['J. Robert Oppenheimer', 'Robert'],
  ['Martin King, Jr.', 'Martin'],
  ['Missy Elliott', 'Missy'],
  ['J.R. Ewing', 'J.R.'],
  ['evil.example', 'evil.example'],
  ['Dr.', 'Dr.'],
  ['Smith,', 'Smith'],
  ['李小龙', '李小龙'],
])('%s is called %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});
