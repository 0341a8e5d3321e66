/** The page of the settings that lists every command with its keys, and changes them (F24). */
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { Command, CommandGroup } from '#renderer/app/commands.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useAllCommands } from '#renderer/app/shortcuts.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock, TextField } from '#renderer/ui/index.ts';
import { useChange } from '../use-change.ts';
import { ShortcutRow } from './shortcut-row.tsx';
import './shortcuts.css';

const groups: readonly CommandGroup[] = ['now', 'writing', 'panels', 'view', 'project'];

export function ShortcutSettings() {
  const { t } = useWords();
  const commands = useAllCommands();
  const choices = usePreferences(({ settings }) => settings.shortcuts);
  const { change, failure } = useChange();
  const [query, setQuery] = useState('');
  const [capturing, setCapturing] = useState<string | null>(null);
  const titleOf = ({ titleIn, titleKey }: Command) => titleIn?.(t) ?? t(titleKey);
  const sought = query.trim().toLowerCase();
  const shown = commands.filter((command) => titleOf(command).toLowerCase().includes(sought));
  return (
    <div className="settings-section">
      {failure !== null && <FailureBlock error={failure} />}
      <p className="ui-lead">{t('settings:shortcuts.lead')}</p>
      <div className="shortcut-head">
        <TextField
          label={t('settings:shortcuts.filter')}
          hideLabel
          type="search"
          icon={Search}
          placeholder={t('settings:shortcuts.filter')}
          value={query}
          onChange={setQuery}
        />
        <Button
          isDisabled={Object.keys(choices).length === 0}
          onPress={() => change(() => ({ shortcuts: {} }))}
        >
          {t('settings:shortcuts.resetAll')}
        </Button>
      </div>
      {shown.length === 0 && <p className="ui-quiet">{t('settings:shortcuts.none', { query })}</p>}
      {groups.map((group) => {
        const members = shown.filter((command) => command.group === group);
        if (members.length === 0) return null;
        return (
          <section key={group}>
            <h3 className="shortcut-group">{t(`palette:groups.${group}`)}</h3>
            <ul className="shortcut-list">
              {members.map((command) => (
                <ShortcutRow
                  key={command.id}
                  command={command}
                  commands={commands}
                  title={titleOf(command)}
                  isCapturing={capturing === command.id}
                  onCapture={(isOn) => setCapturing(isOn ? command.id : null)}
                  onChange={(give) => change((now) => ({ shortcuts: { ...give(now.shortcuts) } }))}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
