import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import {
  CatchBoundary,
  type ErrorComponentProps,
  useNavigate,
  useSearch,
} from '@tanstack/react-router';
import { createElement, useCallback, Suspense, useEffect, useRef } from 'react';
import { PanelBroke } from '../ground/console/panel-broke.tsx';
import { forgetOldAnswers } from '@sunloop/engine/desk.ts';
import { Skeleton } from '../../ui/reading.tsx';
import { DeskNav } from './desk-nav.tsx';
import { FIRST_PANEL, forgetPanel, PANELS, panelOf, type PanelProps } from './admin-panels.ts';
import { parseAdminSearch, patchSearch } from './admin-search.ts';
import { Freshness } from './freshness.tsx';
import { AskAgainPart } from '../../routes/shell/ask-again-part.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { useDeskFiles } from './use-desk-files.ts';
import { useActNotice } from './use-act-notice.ts';
import { useLostActs } from './use-lost-acts.ts';
import { useUserDb } from '../../stored/user-db.ts';
import '../ground/console/console.css';

/** The admin's desk: its own navigation beside one panel, which the URL names. */
export function AdminConsole({ user }: { user: CurrentUser }) {
  const db = useUserDb();
  const search = parseAdminSearch(useSearch({ strict: false }));
  const panel = search.panel ?? FIRST_PANEL;
  const heading = usePanelFocus(panel);
  const navigate = useNavigate();
  useDeskFiles();
  useActNotice();
  useLostActs(user);
  useEffect(() => {
    forgetOldAnswers(db).catch((error: unknown) =>
      console.error('Old answers could not be dropped:', error),
    );
  }, [db]);
  const handleSearch = useCallback<PanelProps['onSearch']>(
    (patch, { replace = false } = {}) =>
      void navigate({
        to: '/admin',
        search: (now) => patchSearch(now, patch),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const { label, heading: title = label, loading = `${label}: loading`, hasDays } = PANELS[panel];
  return (
    <div className="console">
      <title>{`${title} · Admin Panel · Sunloop`}</title>
      <DeskNav at={{ search, panel }} />
      <LeaveQuestion />
      <AskAgainPart user={user} />
      <div className="console-panel">
        <Freshness
          head={
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
          }
        >
          <CatchBoundary getResetKey={() => panel} errorComponent={PanelError}>
            {/* The key removes the previous panel at once; if it stayed hidden until the next is loaded, its forms would count as open. */}
            <Suspense key={panel} fallback={<Skeleton lines={6} label={loading} />}>
              {createElement(panelOf(panel), { user, search, onSearch: handleSearch })}
            </Suspense>
          </CatchBoundary>
          {hasDays && (
            <p className="muted">Days, months and years are those of {user.timeZone ?? 'UTC'}.</p>
          )}
        </Freshness>
      </div>
    </div>
  );
}

/** Replaces a panel that broke; trying again loads it once more. */
function PanelError({ error, reset }: ErrorComponentProps) {
  const { panel = FIRST_PANEL } = parseAdminSearch(useSearch({ strict: false }));
  const handleRetry = () => {
    forgetPanel(panel);
    reset();
  };
  const reason = error instanceof Error ? error.message : String(error);
  return <PanelBroke what={PANELS[panel].label} reason={reason} onRetry={handleRetry} />;
}

/** Moves the focus to the heading of a newly opened panel, so that a screen reader continues there. */
function usePanelFocus(panel: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(panel);
  useEffect(() => {
    if (shown.current === panel) return;
    shown.current = panel;
    heading.current?.focus({ preventScroll: true });
  }, [panel]);
  return heading;
}
