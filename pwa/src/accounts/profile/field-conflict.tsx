import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

type Props = { stored: string; typed: string; onChoose: (value: string) => void };

/** Shows both values of a field that was changed elsewhere while somebody typed here. */
export function FieldConflict({ stored, typed, onChoose }: Props) {
  return (
    <Banner
      tone="wait"
      icon="alert"
      action={
        <div className="row">
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Keep mine: ${typed || 'nothing'}`}
            onPress={() => onChoose(typed)}
          >
            Keep mine
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Use the saved one: ${stored || 'nothing'}`}
            onPress={() => onChoose(stored)}
          >
            Use the saved one
          </Button>
        </div>
      }
    >
      <p>Changed elsewhere meanwhile.</p>
      <p>
        Saved now: <strong>{stored || 'nothing'}</strong>
      </p>
      <p>
        You typed: <strong>{typed || 'nothing'}</strong>
      </p>
    </Banner>
  );
}
