import { SunRings } from '../../ui/sun-rings.tsx';
import type { ReactNode } from 'react';
import './greeting.css';

type Props = { username: string; children: ReactNode };

/** The head of the dashboard: a hello by first name and the one thing to do. */
export function Greeting({ username, children }: Props) {
  const [firstWord] = username.trim().split(/\s+/);
  return (
    <header className="greeting has-sun-rings">
      <SunRings />
      <p className="greeting-eyebrow">Dashboard</p>
      <h1>Welcome back, {firstWord}</h1>
      <p className="greeting-text">
        Know somebody with a sunny roof? Refer them and earn up to $1000 for each who goes solar.
      </p>
      {children}
    </header>
  );
}
