import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';

export type TabEntry<K extends string> = { id: K; title: string; content: ReactNode };

type TabsProps<K extends string> = {
  label: string;
  entries: readonly TabEntry<K>[];
  selected: K;
  onSelect: (id: K) => void;
  /** Also goes on the panel of the chosen tab. */
  className?: string;
  /** `vertical`: a list on the left, for more names than a row has room for. */
  orientation?: 'horizontal' | 'vertical';
};

/** A row of words 44 px high with the chosen one underlined, or a list of them, and its panel. Only the chosen panel is mounted. */
export function Tabs<K extends string>(props: TabsProps<K>) {
  const { label, entries, selected, onSelect, className = '', orientation = 'horizontal' } = props;
  return (
    <AriaTabs
      className={`ui-tabs ${className}`}
      orientation={orientation}
      selectedKey={selected}
      onSelectionChange={(key) => {
        const entry = entries.find((candidate) => candidate.id === key);
        if (entry !== undefined) onSelect(entry.id);
      }}
    >
      <TabList aria-label={label} className="ui-tab-list">
        {entries.map((entry) => (
          <Tab key={entry.id} id={entry.id} className="ui-tab">
            {entry.title}
          </Tab>
        ))}
      </TabList>
      {entries.map((entry) => (
        <TabPanel key={entry.id} id={entry.id} className="ui-tab-panel">
          {entry.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
