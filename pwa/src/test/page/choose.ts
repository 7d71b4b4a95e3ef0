import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Chooses in a field of the desk that opens a list, by the words of the option. */
export async function choose(field: HTMLElement, option: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}
