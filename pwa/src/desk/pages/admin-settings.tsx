import { routes } from '@sunloop/shared-types/routes.ts';
import { readVitals } from '@sunloop/engine/data/vitals.ts';
import { SecurityView } from '../ground/security/security-view.tsx';
import { VitalsCard } from '../ground/security/vitals-card.tsx';
import { settingTitle } from '../ground/settings/setting-words.ts';
import { SettingsList } from '../ground/settings/settings-list.tsx';
import { Card } from '../../ui/card.tsx';
import { DeskTabs } from '../../ui/desk/tabs.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Reading } from '../../ui/reading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AdminAudit, NO_FILTER } from './admin-audit.tsx';
import { AdminDoNotContact } from './admin-do-not-contact.tsx';
import { AdminMessages } from './admin-messages.tsx';
import type { PanelProps } from './admin-panels.ts';
import { TiersPart } from './admin-tiers.tsx';
import { useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useStoredHere } from '../../stored/use-stored.ts';

const TABS = [
  { id: 'settings', label: 'Settings' },
  { id: 'audit', label: 'Audit Log' },
  { id: 'security', label: 'Security' },
  { id: 'messages', label: 'Messages' },
  { id: 'do-not-contact', label: 'Do Not Contact' },
] as const;

/** Settings: the values this installation runs with, its audit log, and security. */
export function SettingsPanel(props: PanelProps) {
  const { search, onSearch } = props;
  const tab = TABS.find(({ id }) => id === search.tab)?.id ?? 'settings';
  const select = (id: (typeof TABS)[number]['id']) =>
    onSearch({ ...NO_FILTER, tab: id === 'settings' ? undefined : id });
  return (
    <div className="stack">
      <DeskTabs label="Settings" tabs={TABS} selected={tab} onSelect={select}>
        <div className="stack">
          {tab === 'settings' && <SettingsTab {...props} />}
          {tab === 'audit' && <AdminAudit {...props} />}
          {tab === 'security' && <SecurityTab />}
          {tab === 'messages' && <AdminMessages />}
          {tab === 'do-not-contact' && <AdminDoNotContact />}
        </div>
      </DeskTabs>
    </div>
  );
}

function SettingsTab({ search, onSearch }: PanelProps) {
  const settings = useDeskReading(routes.settings);
  const act = useDeskAct();
  const change = (key: string, value: string) => {
    const description = `${settingTitle(key)} has been saved.`;
    const done = { title: 'Setting updated', description };
    return act({ failed: 'Update Failed', done }, (write) =>
      write(routes.changeSetting, { params: { key }, body: { value } }),
    );
  };
  if (settings.kind === 'loading') return <LoadingSettings />;
  return (
    <>
      <Reading of={settings} what="System settings">
        {(all) => (
          <SettingsList
            settings={all}
            onChange={change}
            sought={search.id}
            onFound={() => onSearch({ id: undefined }, { replace: true })}
          />
        )}
      </Reading>
      {/* SPEC §2 has them here, too; their home is Rewards Program, and nothing of them is read until they are opened. */}
      <Fold title="Reward Tiers" text="As in Rewards Program" isOnDemand>
        <TiersPart />
      </Fold>
    </>
  );
}

function LoadingSettings() {
  return (
    <Card title="Settings">
      <Spinner label="Loading system settings..." />
      <p className="muted loading-settings">Loading system settings...</p>
    </Card>
  );
}

function SecurityTab() {
  const stats = useDeskReading(routes.securityStats);
  const vitals = useStoredHere(readVitals) ?? [];
  return (
    <>
      <Reading of={stats} what="Security figures" lines={6}>
        {(figures) => <SecurityView stats={figures} />}
      </Reading>
      <VitalsCard vitals={vitals} />
    </>
  );
}
