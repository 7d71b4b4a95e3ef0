import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Chooses an option by its text in a desk field that opens a list. */
export async function choose(field: HTMLElement, option: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}
