import { Button } from '../../ui/button.tsx';
import { loadPart } from '../../ui/layers/lazy-part.ts';

type Props = {
  /** What the identity provider is called; without one there is no button. */
  name: string | undefined;
  isAway?: boolean | undefined;
  /** The path to come back to. */
  to: string;
};

/** The way in by an identity provider. */
export function SsoButton({ name, isAway = false, to }: Props) {
  const leave = async () => (await loadPart(() => import('./enter.ts'))).leaveForProvider(to);
  return (
    name && (
      <Button variant="quiet" isDisabled={isAway} onPress={() => void leave()}>
        Sign in with {name}
        {isAway && ' needs a connection'}
      </Button>
    )
  );
}
