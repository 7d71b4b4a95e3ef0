import { Button } from '../../ui/button.tsx';
import type { Protection } from './use-storage-state.ts';

type Props = {
  protection: Protection | undefined;
  wasAsked: boolean;
  protect: () => Promise<void>;
};

/** What the person can do so that the browser does not delete what waits here. */
export function ProtectionNote({ protection, wasAsked, protect }: Props) {
  if (protection === 'protected') {
    return <p className="muted">This browser keeps your data even when the device runs full.</p>;
  }
  if (protection === undefined || protection === 'unknown') {
    return (
      <p className="muted">
        This browser does not say whether it keeps your data. Send what waits soon and do not clear
        the browser&rsquo;s data before that.
      </p>
    );
  }
  return (
    <>
      <p className="muted">
        {wasAsked
          ? 'The browser did not agree yet. Installing the app or using it more often usually helps; until then send what waits soon.'
          : 'When the device runs full or Sunloop is not used for a week, the browser may clear away what is stored here.'}
      </p>
      {!wasAsked && (
        <Button variant="quiet" icon="shield" onPress={() => void protect()}>
          Protect my data
        </Button>
      )}
    </>
  );
}
