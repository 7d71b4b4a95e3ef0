import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { Quote } from '@sunloop/shared-types/visitors/quotes.ts';
import { useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { useOpenForm } from '../../../ui/forms/open-forms.ts';
import { SubmitButton } from '../../../ui/forms/submit-button.tsx';
import type { QuoteActs } from './quote-acts.ts';
import { UserChoice } from './user-choice.tsx';

type Props = Pick<QuoteActs, 'findUsers' | 'onConvert'> & { quote: Quote; onDone: () => void };

const NO_ERRORS = {};

/** Makes the person who asked a referral of the user who sent them. */
export function ConvertForm({ quote, findUsers, onConvert, onDone }: Props) {
  const [user, setUser] = useState<User | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useOpenForm(user !== null);
  const choose = (chosen: User | null) => {
    setUser(chosen);
    setRefusal(null);
  };
  const handleSubmit = async () => {
    if (isBusy) return;
    if (!user) {
      setRefusal('Choose the user whose referral it becomes.');
      return;
    }
    setBusy(true);
    const outcome = await onConvert(quote, user).finally(() => setBusy(false));
    if (outcome.isSaved) onDone();
    else setRefusal(outcome.message);
  };
  return (
    <Form aria-label="Turn into a referral" errors={NO_ERRORS} onSubmit={() => void handleSubmit()}>
      <p>
        {quote.name} becomes a referral with the status Submitted, for the user you choose. The
        audit log records it, and the referral cannot be moved to somebody else later.
      </p>
      <UserChoice findUsers={findUsers} chosen={user} onChoose={choose} />
      {refusal && (
        <Banner tone="bad" icon="alert">
          {refusal}
        </Banner>
      )}
      <div className="form-actions">
        <Button variant="quiet" onPress={onDone}>
          Cancel
        </Button>
        <SubmitButton isBusy={isBusy} busyLabel="Saving...">
          Turn into a referral
        </SubmitButton>
      </div>
    </Form>
  );
}
