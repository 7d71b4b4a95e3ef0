import './how-it-works.css';

const STEPS = [
  'Share your link',
  'A friend asks for a free consultation',
  'Your first referral is here',
];

/** The steps from signing up to the first referral. */
export function FirstSteps() {
  return (
    <ol className="how-it-works" data-row>
      {STEPS.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
