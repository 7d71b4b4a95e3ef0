import { NewQuote } from '@sunloop/shared-types/visitors/quotes.ts';
import * as v from 'valibot';
import { Banner } from '../../ui/banner.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import type { QuoteProgress } from './quote-progress.ts';

/** The code comes from the address, not from the person. */
const QuoteFields = v.omit(NewQuote, ['id', 'referralCode']);
const EMPTY = { name: '', email: '', phone: '', address: '', message: '' };

type Props = {
  quote: Pick<QuoteProgress, 'refusal' | 'isBusy' | 'send'>;
  referrerName: string | undefined;
  initial?: typeof EMPTY;
};

/** Who wants a quote, and where (the rules are in the shared NewQuote). */
export function QuoteForm({ quote, referrerName, initial = EMPTY }: Props) {
  const form = useForm(QuoteFields, initial);

  const handleSubmit = async () => {
    const fields = form.submit();
    const refused = fields && (await quote.send(fields));
    if (refused) form.showErrors(refused);
  };
  return (
    <>
      <header>
        <h2 id="quote-title">Get your free quote</h2>
        <p className="muted">It takes a minute. Nothing to pay, nothing to sign.</p>
      </header>
      {quote.refusal && (
        <Banner tone="bad" icon="alert">
          {quote.refusal}
        </Banner>
      )}
      <Form aria-label="Free quote" errors={form.errors} onSubmit={() => void handleSubmit()}>
        <TextField {...form.field('name')} label="Full Name" autoComplete="name" />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" />
        <TextField {...form.field('phone')} label="Phone Number" type="tel" autoComplete="tel" />
        <TextField
          {...form.field('address')}
          label="Address (Optional)"
          autoComplete="street-address"
        />
        <TextArea {...form.field('message')} label="Message (Optional)" />
        <SubmitButton isBusy={quote.isBusy} busyLabel="Sending...">
          Get My Free Quote
        </SubmitButton>
        <p className="quote-privacy">
          We use this only for your quote.
          {referrerName &&
            ` ${referrerName} will see your name, how to reach you and the progress of your solar system.`}
        </p>
      </Form>
    </>
  );
}
