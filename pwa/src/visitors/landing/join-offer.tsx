import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchProgramme } from '@sunloop/engine/api/fetch-programme.ts';
import type { QuoteFields } from './send-quote.ts';

/** Invites whoever asked for a quote to refer friends, too, with what they typed filled in. */
export function JoinOffer({ fields }: { fields: QuoteFields }) {
  const reward = useFirstReward();
  const { name: username, email, phone, address } = fields;
  const newcomer = { username, email, phone, address: address ?? '' };
  return (
    <div className="quote-join">
      <h3>Know another sunny roof?</h3>
      <p>{reward ? `Get ${reward}` : 'Get a reward'} when a friend of yours goes solar, too.</p>
      <Link
        to="/auth"
        state={(before) => ({ ...before, newcomer })}
        className="button"
        data-variant="primary"
      >
        Create my account
      </Link>
    </div>
  );
}

/** What the first referral pays; unknown until the server says, and without an answer. */
function useFirstReward(): string | undefined {
  const [reward, setReward] = useState<string>();
  useEffect(() => {
    fetchProgramme().then(
      (programme) => setReward(programme?.spans[0]?.reward),
      (error: unknown) => console.warn('The program could not be asked for:', error),
    );
  }, []);
  return reward;
}
