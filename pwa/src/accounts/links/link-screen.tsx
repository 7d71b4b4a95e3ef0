import { linkRoutes, type OpenedLink } from '@sunloop/shared-types/accounts/link-routes.ts';
import { useEffect, useState } from 'react';
import { call } from '@sunloop/engine/api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LinkPart } from './link-part.tsx';
import { OpenedLinkPart } from './opened-link.tsx';

/** What is behind the token of a link in a message: it is asked for when somebody looks. */
export function LinkScreen({ token }: { token: string }) {
  const [tries, setTries] = useState(0);
  return <Opening key={tries} token={token} onRetry={() => setTries(tries + 1)} />;
}

function Opening({ token, onRetry }: { token: string; onRetry: () => void }) {
  const [link, setLink] = useState<OpenedLink>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const gone = new AbortController();
    call(linkRoutes.openLink, { body: { token }, signal: gone.signal }).then(
      ({ data }) => setLink(data),
      (error: unknown) => {
        if (!gone.signal.aborted)
          setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => gone.abort();
  }, [token]);
  if (link) return <OpenedLinkPart link={link} token={token} />;
  if (problem === '') return <Spinner label="Opening the link" />;
  return (
    <LinkPart title="This link cannot be opened" problem={problem}>
      <Button variant="quiet" onPress={onRetry}>
        Try again
      </Button>
    </LinkPart>
  );
}
