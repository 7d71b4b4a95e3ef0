import { HELP_PHONE, HELP_PHONE_URL } from '../../lib/company.ts';
import { ButtonAnchor } from '../../ui/button-link.tsx';
import { Modal } from '../../ui/modal.tsx';
import './help-dialog.css';

const ANSWERS = [
  {
    question: 'How do I refer somebody?',
    answer: 'Send them your link, or add them yourself with their name and how to reach them.',
  },
  {
    question: 'What if I have no signal?',
    answer:
      'Go on as usual. Referrals are saved on this device and sent by themselves when there is a connection again; the header says how many wait.',
  },
  {
    question: 'When do I get my reward?',
    answer: 'When a referral reads Completed. The Rewards page shows what each one earns.',
  },
];

/** Short answers that need no connection, and the number to call. */
export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal title="Help" isOpen={isOpen} onClose={onClose}>
      <dl className="help-answers">
        {ANSWERS.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <ButtonAnchor icon="phone" href={HELP_PHONE_URL}>
        Call {HELP_PHONE}
      </ButtonAnchor>
    </Modal>
  );
}
