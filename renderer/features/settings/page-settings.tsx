/** How the page looks and moves: for each writer's eyes, never in the files (W5). */
import { useMemo, useState } from 'react';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Segmented, Select, TextField } from '#renderer/ui/index.ts';
import { useTyped } from '#renderer/ui/use-typed.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { installedFonts, readFontName } from './page-fonts.ts';
import { Setting, SwitchSetting } from './setting.tsx';
import type { Change } from './use-change.ts';

type Editor = Settings['editor'];

/** One of the whole section, which shows what came of it. */
type Asks = Pick<Change, 'change'>;

type FontProps = Asks & { language: Language; field: 'fontZh' | 'fontEn' };

/** The choice of a font by its name; no family is called so. */
const another = '"';

/** The program's own face first; one that was chosen elsewhere and is not here stays in the list. */
function FontChoice({ language, field, change }: FontProps) {
  const { t } = useWords();
  const chosen = usePreferences(({ settings }) => settings.editor[field]);
  const installed = useMemo(() => installedFonts(language), [language]);
  const names = installed.includes(chosen) || chosen === '' ? installed : [...installed, chosen];
  const [isNamed, setNamed] = useState(false);
  const label = t(`settings:font.${field}`);
  const choose = (name: string) => change({ editor: { [field]: name } });
  return (
    <Setting label={label} hint={t('settings:font.hint')}>
      <div className="setting-font">
        <Select
          label={label}
          hideLabel
          choices={[
            { id: '', label: t('settings:font.own') },
            ...names.map((name) => ({ id: name, label: name })),
            { id: another, label: t('settings:font.another') },
          ]}
          value={isNamed ? another : chosen}
          onChange={(id) => {
            setNamed(id === another);
            if (id !== another) choose(id);
          }}
        />
        {isNamed && <FontName label={label} chosen={chosen} onChange={choose} />}
      </div>
    </Setting>
  );
}

type FontNameProps = { label: string; chosen: string; onChange: (name: string) => void };

/** A face that no list has: what the page asks the machine for is its name. */
function FontName({ label, chosen, onChange }: FontNameProps) {
  const { t } = useWords();
  const { field, isWrong } = useTyped({
    ...{ value: chosen, shown: chosen, read: readFontName },
    onChange,
  });
  return (
    <TextField
      {...field}
      autoFocus
      label={t('settings:font.name', { label })}
      hideLabel
      placeholder={t('settings:font.example')}
      error={isWrong ? t('settings:font.missing') : undefined}
    />
  );
}

type SegmentsProps<F extends 'measure' | 'spacing'> = Asks & {
  field: F;
  choices: readonly Editor[F][];
};

function Segments<F extends 'measure' | 'spacing'>({ field, choices, change }: SegmentsProps<F>) {
  const { t } = useWords();
  const chosen = usePreferences(({ settings }) => settings.editor[field]);
  const label = t(`settings:${field}.label`);
  return (
    <Setting label={label}>
      <Segmented<string>
        label={label}
        choices={choices.map((id) => ({
          id,
          label: t(`settings:${field}.${id}` as 'settings:measure.usual'),
        }))}
        value={chosen}
        onChange={(id) => change({ editor: { [field]: id } })}
      />
    </Setting>
  );
}

function Toggle({ field, change }: Asks & { field: 'typewriter' | 'dimOthers' }) {
  const { t } = useWords();
  const isOn = usePreferences(({ settings }) => settings.editor[field]);
  const label = t(`settings:${field}.label`);
  return (
    <SwitchSetting
      label={label}
      hint={t(`settings:${field}.hint`)}
      isSelected={isOn}
      onChange={(next) => change({ editor: { [field]: next } })}
    />
  );
}

/** More contrast than the system asks for. */
export function ContrastSetting({ change }: Asks) {
  const { t } = useWords();
  const contrast = usePreferences(({ settings }) => settings.contrast);
  return (
    <Setting label={t('settings:contrast.label')} hint={t('settings:contrast.hint')}>
      <Segmented
        label={t('settings:contrast.label')}
        choices={(['system', 'more'] as const).map((id) => ({
          id,
          label: t(`settings:contrast.${id}`),
        }))}
        value={contrast}
        onChange={(next) => change({ contrast: next })}
      />
    </Setting>
  );
}

export function PageSettings({ change }: Asks) {
  return (
    <>
      <FontChoice change={change} language="zh-CN" field="fontZh" />
      <FontChoice change={change} language="en" field="fontEn" />
      <Segments change={change} field="measure" choices={['narrow', 'usual', 'wide']} />
      <Segments change={change} field="spacing" choices={['tight', 'usual', 'loose']} />
      <Toggle change={change} field="typewriter" />
      <Toggle change={change} field="dimOthers" />
    </>
  );
}
