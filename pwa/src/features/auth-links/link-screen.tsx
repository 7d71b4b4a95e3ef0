import { linkRoutes, type OpenedLink } from '@sunloop/shared-types';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LinkPart } from './link-part.tsx';
import { OpenedLinkPart } from './opened-link.tsx';

/** What is behind the token of a link in a message: it is asked for when somebody looks. */
export function LinkScreen({ token }: { token: string }) {
  const [link, setLink] = useState<OpenedLink>();
  const [problem, setProblem] = useState('');
  const open = useCallback(
    async (signal?: AbortSignal) => {
      setProblem('');
      try {
        const answer = await call(linkRoutes.openLink, {
          body: { token },
          ...(signal && { signal }),
        });
        setLink(answer.data);
      } catch (error) {
        if (!signal?.aborted) setProblem(error instanceof Error ? error.message : String(error));
      }
    },
    [token],
  );
  useEffect(() => {
    const gone = new AbortController();
    void open(gone.signal);
    return () => gone.abort();
  }, [open]);
  if (link) return <OpenedLinkPart link={link} token={token} />;
  if (problem === '') return <Spinner label="Opening the link" />;
  return (
    <LinkPart title="This link cannot be opened" problem={problem}>
      <Button variant="quiet" onPress={() => void open()}>
        Try again
      </Button>
    </LinkPart>
  );
}
