import { InterfaceLanguage, interfaceLanguages } from '#shared/domain/interface-language.ts';
import { Minus, Plus } from 'lucide-react';
import { useHost } from '#renderer/app/host.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { TaughtWords } from '#renderer/features/spelling/index.ts';
import { FailureBlock, IconButton, Segmented } from '#renderer/ui/index.ts';
import { ContrastSetting, PageSettings } from './page-settings.tsx';
import { Setting, SwitchSetting } from './setting.tsx';
import { type Change, useChange } from './use-change.ts';
import { useStepped } from './use-stepped.ts';

const [smallest, largest] = [12, 32];

function FontSize({ write }: Pick<Change, 'write'>) {
  const { t } = useWords();
  const stored = usePreferences(({ settings }) => settings.editor.fontSize);
  const { value, ask } = useStepped(stored, (fontSize) => write({ editor: { fontSize } }));
  return (
    <>
      <IconButton
        icon={Minus}
        label={t('settings:fontSize.smaller')}
        isDisabled={value <= smallest}
        onPress={() => ask(value - 1)}
      />
      <output className="setting-number">{value}</output>
      <IconButton
        icon={Plus}
        label={t('settings:fontSize.larger')}
        isDisabled={value >= largest}
        onPress={() => ask(value + 1)}
      />
    </>
  );
}

/** By whose spelling English books are checked, and what the open one lets stand besides. */
function Spelling({ change }: Pick<Change, 'change'>) {
  const { t } = useWords();
  const spelling = usePreferences(({ settings }) => settings.editor.spelling);
  return (
    <>
      <Setting label={t('settings:spelling.label')} hint={t('settings:spelling.hint')}>
        <Segmented
          label={t('settings:spelling.label')}
          choices={(['off', 'both', 'american', 'british'] as const).map((id) => ({
            id,
            label: t(`settings:spelling.${id}`),
          }))}
          value={spelling}
          onChange={(chosen) => change({ editor: { spelling: chosen } })}
        />
      </Setting>
      <TaughtWords />
    </>
  );
}

export function WritingSettings() {
  const { t } = useWords();
  const settings = usePreferences((preferences) => preferences.settings);
  const { change, write, failure } = useChange();
  const inBrowser = useHost(({ capabilities }) => capabilities?.host === 'web');
  return (
    <div className="settings-section">
      {failure !== null && <FailureBlock error={failure} />}
      <Setting label={t('settings:language.label')}>
        <Segmented
          label={t('settings:language.label')}
          choices={[
            {
              id: 'system',
              label: t(`settings:language.${inBrowser ? 'browser' : 'system'}`),
            } as const,
            ...InterfaceLanguage.options.map((id) => ({ id, label: interfaceLanguages[id].name })),
          ]}
          value={settings.language}
          onChange={(language) => change({ language })}
        />
      </Setting>
      <Setting label={t('settings:theme.label')}>
        <Segmented
          label={t('settings:theme.label')}
          choices={(['system', 'light', 'dark'] as const).map((id) => ({
            id,
            label: t(`settings:theme.${id}`),
          }))}
          value={settings.theme}
          onChange={(theme) => change({ theme })}
        />
      </Setting>
      <ContrastSetting change={change} />
      <Setting label={t('settings:fontSize.label')} hint={t('settings:fontSize.hint')}>
        <FontSize write={write} />
      </Setting>
      <SwitchSetting
        label={t('settings:indent.label')}
        hint={t('settings:indent.hint')}
        isSelected={settings.editor.firstLineIndent}
        onChange={(firstLineIndent) => change({ editor: { firstLineIndent } })}
      />
      <PageSettings change={change} />
      <Spelling change={change} />
      <SwitchSetting
        label={t('settings:debug.label')}
        hint={t('settings:debug.hint')}
        isSelected={settings.debugMode}
        onChange={(debugMode) => change({ debugMode })}
      />
    </div>
  );
}
