import type { ReactNode } from 'react';
import { firstNameOf } from '@sunloop/shared-types/values/first-name.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { SunRings } from '../../ui/sun-rings.tsx';
import './greeting.css';

type Props = {
  /** SPEC §2 has 'Welcome back'; whoever has just signed up was never here. */
  isNew: boolean;
  username: string;
  avatar: string | null;
  /** The most one completion pays, if the server has said so. */
  highest: string | null | undefined;
  children: ReactNode;
};

/** The head of the dashboard: a greeting by first name and the main action. */
export function Greeting({ isNew, username, avatar, highest, children }: Props) {
  return (
    <header className="greeting has-sun-rings">
      <SunRings />
      <div className="greeting-who">
        <Avatar name={username} image={avatar} size="lg" fallback="icon" />
        <div>
          <p className="greeting-eyebrow">Dashboard</p>
          <h1>
            {isNew ? 'Welcome' : 'Welcome back'}, {firstNameOf(username)}
          </h1>
        </div>
      </div>
      <p className="greeting-text">
        Know somebody with a sunny roof? Refer them and earn{' '}
        {highest ? `up to ${highest}` : 'a reward'} for each who goes solar.
      </p>
      <div className="row">{children}</div>
    </header>
  );
}
