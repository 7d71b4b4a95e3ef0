import { csvOf } from '@sunloop/shared-types';
import type { RejectedRow } from '../../data/user-db.ts';

const HEAD = ['Name', 'Email', 'Phone', 'Address', 'Reason'];

/** Refused rows as a file that can be mended and uploaded again: its columns are those of an upload. */
export function refusedCsv(refused: readonly RejectedRow[]): string {
  return csvOf([HEAD, ...refused.map(cellsOf)]);
}

function cellsOf({ row, error }: RejectedRow): string[] {
  return [row?.name, row?.email, row?.phone, row?.address, error].map((cell) => cell ?? '');
}
