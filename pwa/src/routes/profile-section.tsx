import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Fold } from '../ui/fold.tsx';
import type { ProfileSectionName } from './profile-search.ts';

/** What /profile shows when its URL names no section. */
const FIRST = 'you';

type Props = {
  name: ProfileSectionName;
  title: string;
  /** What it holds, in a line. */
  text: string;
  children: ReactNode;
};

/** A section of the profile. The URL names the one opened last, so that links, Back and a reload open it. */
export function ProfileSection({ name, title, text, children }: Props) {
  const { section } = useSearch({ from: '/protected/profile' });
  const navigate = useNavigate({ from: '/profile' });
  const [isOpen, setOpen] = useState((section ?? FIRST) === name);
  const place = useRef<HTMLDetailsElement>(null);
  const isAsked = section === name;
  useEffect(() => {
    const fold = place.current;
    if (!isAsked || !fold || fold.open) return;
    fold.open = true;
    fold.scrollIntoView();
  }, [isAsked]);
  const handleToggle = (isNow: boolean) => {
    if (isNow === isOpen) return;
    setOpen(isNow);
    // By the URL as it will be: an earlier change of it may still be under way.
    void navigate({
      search: ({ section: last, ...now }) =>
        isNow ? { ...now, section: name } : { ...now, ...(last !== name && { section: last }) },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <Fold
      title={title}
      text={text}
      isOpen={isOpen}
      isOnDemand
      onToggle={handleToggle}
      place={place}
    >
      {children}
    </Fold>
  );
}
