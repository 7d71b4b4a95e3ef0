import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

type Props = { what: string; reason: string; onRetry: () => void };

/** Replaces a panel that broke or could not be loaded; the rest of the console keeps working. */
export function PanelBroke({ what, reason, onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState icon="alert" title={`${what} could not be shown. Nothing you saved is lost.`}>
        <p className="muted">{reason}</p>
        <div className="row">
          <Button variant="quiet" icon="sync" onPress={onRetry}>
            Try again
          </Button>
          <Button variant="bare" onPress={() => window.location.reload()}>
            Reload the app
          </Button>
        </div>
      </EmptyState>
    </div>
  );
}
