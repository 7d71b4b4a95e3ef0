import './how-it-works.css';

const STEPS = [
  'Share your link',
  'A friend asks for a free consultation',
  'Your first referral is here',
];

/** What lies between a new customer and their first referral. */
export function FirstSteps() {
  return (
    <ol className="how-it-works" data-row>
      {STEPS.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
