import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { SunRings } from '../../ui/sun-rings.tsx';
import { firstNameOf } from '@sunloop/shared-types/values/first-name.ts';
import './greeting.css';

type Props = {
  /** SPEC §2 has 'Welcome back'; whoever has just signed up was never here. */
  isNew: boolean;
  username: string;
  avatar: string | null;
  /** The most one completion pays, if the server has said so. */
  highest: string | null | undefined;
};

/** The head of the dashboard: a greeting by first name and, as SPEC's 'Submit a Referral', the main action. */
export function Greeting({ isNew, username, avatar, highest }: Props) {
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
      <div className="greeting-text">
        <h2>Submit a Referral</h2>
        <p>
          Know somebody with a sunny roof? Refer them and earn{' '}
          {highest ? `up to ${highest}` : 'a reward'} for each who goes solar.
        </p>
      </div>
      <div className="row">
        <ButtonLink to="." search={{ add: 1 }} variant="primary" icon="plus">
          Add New Referral
        </ButtonLink>
        <ButtonLink to="." search={{ achievements: 1 }} variant="quiet" icon="trophy">
          Achievements
        </ButtonLink>
      </div>
    </header>
  );
}
