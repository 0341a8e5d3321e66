import { InterfaceLanguage, interfaceLanguages } from '#shared/domain/interface-language.ts';
import { Minus, Plus } from 'lucide-react';
import { useHost } from '#renderer/app/host.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { TaughtWords } from '#renderer/features/spelling/index.ts';
import { FailureBlock, IconButton, Segmented, Switch } from '#renderer/ui/index.ts';
import { ContrastSetting, PageSettings } from './page-settings.tsx';
import { Setting } from './setting.tsx';
import { useChange } from './use-change.ts';

const [smallest, largest] = [12, 32];

function FontSize() {
  const { t } = useWords();
  const { change } = useChange();
  const fontSize = usePreferences(({ settings }) => settings.editor.fontSize);
  const step = (by: number) => () => change({ editor: { fontSize: fontSize + by } });
  return (
    <>
      <IconButton
        icon={Minus}
        label={t('settings:fontSize.smaller')}
        isDisabled={fontSize <= smallest}
        onPress={step(-1)}
      />
      <output className="setting-number">{fontSize}</output>
      <IconButton
        icon={Plus}
        label={t('settings:fontSize.larger')}
        isDisabled={fontSize >= largest}
        onPress={step(1)}
      />
    </>
  );
}

/** By whose spelling English books are checked, and what the open one lets stand besides. */
function Spelling() {
  const { t } = useWords();
  const { change } = useChange();
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
  const { change, failure } = useChange();
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
      <ContrastSetting />
      <Setting label={t('settings:fontSize.label')} hint={t('settings:fontSize.hint')}>
        <FontSize />
      </Setting>
      <Setting label={t('settings:indent.label')} hint={t('settings:indent.hint')}>
        <Switch
          aria-label={t('settings:indent.label')}
          isSelected={settings.editor.firstLineIndent}
          onChange={(firstLineIndent) => change({ editor: { firstLineIndent } })}
        />
      </Setting>
      <PageSettings />
      <Spelling />
      <Setting label={t('settings:debug.label')} hint={t('settings:debug.hint')}>
        <Switch
          aria-label={t('settings:debug.label')}
          isSelected={settings.debugMode}
          onChange={(debugMode) => change({ debugMode })}
        />
      </Setting>
    </div>
  );
}
