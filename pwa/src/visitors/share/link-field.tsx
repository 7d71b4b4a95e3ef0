import { Button } from '../../ui/button.tsx';
import { useCopy } from './use-copy.ts';
import './referral-link-card.css';

/** A link to read; a click selects all of it. */
export function LinkField({ link }: { link: string }) {
  return (
    <input
      readOnly
      value={link}
      aria-label="Your referral link"
      onClick={(event) => event.currentTarget.select()}
    />
  );
}

/** Copies it, and says so for a moment. */
export function CopyButton({ link, variant }: { link: string; variant: 'quiet' | 'sun' }) {
  const { isCopied, copy } = useCopy(link);
  return (
    <Button
      variant={variant}
      icon={isCopied ? 'check' : 'copy'}
      isDisabled={link === ''}
      onPress={() => void copy()}
    >
      {isCopied ? 'Copied!' : 'Copy'}
    </Button>
  );
}
