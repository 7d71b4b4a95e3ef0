import type { ReactNode } from 'react';
import { ButtonAnchor } from '../../ui/button-link.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import './help-dialog.css';

const ANSWERS = [
  {
    question: 'How do I refer somebody?',
    answer: 'Send them your link, or add them yourself with their name and how to reach them.',
  },
  {
    question: 'What if I have no signal?',
    answer:
      'Go on as usual. Referrals are saved on this device, and we’ll send them as soon as you’re online; the header says how many are waiting.',
  },
];

const WHEN_PAID =
  'When a friend’s panels are installed. The Rewards page shows what each one earns.';

type Props = {
  /** The operator's own answer to when rewards are paid, where the server told it. */
  whenPaid: string | undefined;
  /** Shown with that answer. */
  money?: ReactNode;
  onClose: () => void;
  /** From the settings; an older server does not send it. */
  phone: string | undefined;
  /** What is dialed; undefined without a number. */
  dial: string | undefined;
  email: string | undefined;
};

/** Short answers that need no connection, and whom to call or write to. */
export function HelpDialog({ whenPaid, money, onClose, phone, dial, email }: Props) {
  const answers = [
    ...ANSWERS,
    { question: 'When do I get my reward?', answer: whenPaid || WHEN_PAID },
  ];
  return (
    <Modal title="Help" onClose={onClose}>
      <dl className="stack help-answers">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      {money}
      <p className="row">
        {dial === undefined ? (
          phone && <span>Call {phone}</span>
        ) : (
          <ButtonAnchor icon="phone" href={`tel:${dial}`}>
            Call {phone}
          </ButtonAnchor>
        )}
        {email && (
          <ButtonAnchor icon="mail" href={`mailto:${email}`}>
            Write to {email}
          </ButtonAnchor>
        )}
      </p>
    </Modal>
  );
}
