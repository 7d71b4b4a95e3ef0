// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { jsonAnswer, refusal } from '@sunloop/engine/test/fake-answers.ts';
import { Landing } from './landing.tsx';
import '../../test/page/setup.ts';

afterEach(() => document.head.replaceChildren());

function tellInPage(name: string): void {
  const meta = document.createElement('meta');
  meta.name = 'sunloop:referrer';
  meta.content = name;
  document.head.append(meta);
}

function stubServer(answer: () => Response | Promise<Response>) {
  const fetchStub = vi.fn(() => Promise.resolve().then(answer));
  vi.stubGlobal('fetch', fetchStub);
  return fetchStub;
}

const openLanding = () => render(<Landing code="ABCD1234" />);
const heading = (name: RegExp) => screen.findByRole('heading', { name, level: 1 });

test('greets with the name the server put into the page, without asking', async () => {
  const fetchStub = stubServer(() => refusal(500, 'internal'));
  tellInPage('Ana');
  openLanding();
  await heading(/^Ana thinks your roof/);
  expect(screen.getByText(/Ana will see your name/)).toBeDefined();
  expect(fetchStub).not.toHaveBeenCalled();
});

test('asks for the name if the page does not contain it', async () => {
  stubServer(() => jsonAnswer({ referrerName: 'Bea' }));
  openLanding();
  await heading(/^A friend thinks/);
  await heading(/^Bea thinks/);
});

test('takes requests with an unknown code, but promises no thank-you for them', async () => {
  stubServer(() => refusal(404, 'not_found'));
  openLanding();
  await screen.findByText(/We do not know the code/);
  expect(screen.getByRole('form', { name: 'Free quote' })).toBeDefined();
  expect(screen.queryByText(/A thank-you/)).toBeNull();
});

test('greets from “a friend” without signal and asks again when it is back', async () => {
  const fetchStub = stubServer(() => Promise.reject(new TypeError('Failed to fetch')));
  openLanding();
  await vi.waitFor(() => expect(fetchStub).toHaveBeenCalled());
  await heading(/^A friend thinks/);
  stubServer(() => jsonAnswer({ referrerName: 'Cleo' }));
  window.dispatchEvent(new Event('online'));
  await heading(/^Cleo thinks/);
});
