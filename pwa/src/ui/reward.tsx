import './reward.css';

/** A longer one is a text and shown smaller. */
const LONG = 10;

type Props = { isEarned: boolean; children: string };

/** A reward: solid once it is earned, outlined before. Nothing else on a page is outlined like this. */
export function Reward({ isEarned, children }: Props) {
  return (
    <strong
      className="reward"
      data-earned={isEarned}
      data-long={children.length > LONG || undefined}
    >
      {children}
    </strong>
  );
}
