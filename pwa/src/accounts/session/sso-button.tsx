import { Button } from '../../ui/button.tsx';
import { loadPart } from '../../ui/layers/lazy-part.ts';

type Props = {
  /** What the identity provider is called; without one there is no button. */
  name: string | undefined;
  isAway?: boolean | undefined;
  /** The path to come back to. */
  to: string;
  /** Whether the person is signed in and shows once more who they are. */
  isAgain?: boolean;
};

/** The way in by an identity provider. */
export function SsoButton({ name, isAway = false, to, isAgain = false }: Props) {
  const leave = async () => {
    const { leaveForProvider } = await loadPart(() => import('./enter.ts'));
    return leaveForProvider(to, isAgain ? 'true' : undefined);
  };
  return (
    name && (
      <Button variant="quiet" isDisabled={isAway} onPress={() => void leave()}>
        Sign in {isAgain && 'again '}with {name}
        {isAway && ' needs a connection'}
      </Button>
    )
  );
}
