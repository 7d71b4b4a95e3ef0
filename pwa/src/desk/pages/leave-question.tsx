import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DeskDiscard } from '../../ui/desk/discard.tsx';
import { hasUnkeptForm } from '../../ui/forms/open-forms.ts';
import { FIRST_PANEL, PANELS } from './admin-panels.ts';
import { parseAdminSearch } from './admin-search.ts';

interface Location {
  pathname: string;
  /** As in the URL. */
  search: string;
}
type Answer = (isBlocked: boolean) => void;

/**
 * Asks before somebody leaves half-typed forms of the console, by its navigation, by Back or by closing the tab. They
 * are not kept on the device, because passwords are typed here.
 */
export function LeaveQuestion() {
  const { history, options } = useRouter();
  const { parseSearch } = options;
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    const placeOf = ({ pathname, search }: Location) => {
      const at = parseAdminSearch(parseSearch?.(search) ?? {});
      const { panel = FIRST_PANEL } = at;
      const { formsAt } = PANELS[panel];
      return JSON.stringify([pathname, panel, formsAt && at[formsAt]]);
    };
    // The router's own `useBlocker` would be in the first view of every visitor.
    return history.block({
      enableBeforeUnload: hasUnkeptForm,
      blockerFn: ({ currentLocation, nextLocation }) => {
        const isLost = hasUnkeptForm() && placeOf(currentLocation) !== placeOf(nextLocation);
        // A person who was signed out must not stay for what they had typed.
        if (!isLost || nextLocation.pathname === '/auth') return false;
        return new Promise<boolean>((resolve) => setAnswer(() => resolve));
      },
    });
  }, [history, parseSearch]);
  if (!answer) return null;
  const handleAnswer = (isBlocked: boolean) => {
    answer(isBlocked);
    setAnswer(undefined);
  };
  return (
    <DeskDiscard onDiscard={() => handleAnswer(false)} onKeep={() => handleAnswer(true)}>
      What you typed here is not saved yet and would be lost.
    </DeskDiscard>
  );
}
