import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import '../tabs.css';
import './tabs.css';

type Props<Id> = {
  label: string;
  tabs: readonly { id: Id; label: string }[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** What the selected one shows. */
  children: ReactNode;
};

/** Shows one part of a panel at a time; the caller keeps which one, because it is in the URL. */
export function DeskTabs<Id extends string>(props: Props<Id>) {
  const { label, tabs, selected, onSelect, children } = props;
  return (
    <Tabs
      className="desk-tabs"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tab = tabs.find(({ id }) => id === key);
        if (tab && tab.id !== selected) onSelect(tab.id);
      }}
    >
      <TabList className="tabs" aria-label={label} items={tabs}>
        {(tab) => <Tab className="desk-tab">{tab.label}</Tab>}
      </TabList>
      <TabPanel className="desk-tab-panel" id={selected}>
        {children}
      </TabPanel>
    </Tabs>
  );
}
