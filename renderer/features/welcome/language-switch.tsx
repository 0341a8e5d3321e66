import { updateSettings } from '#renderer/app/preferences.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Segmented } from '#renderer/ui/index.ts';
import { InterfaceLanguage, interfaceLanguages } from '#shared/domain/interface-language.ts';

/** The interface's language, for who cannot read the page that stands here. */
export function LanguageSwitch() {
  const { t, language } = useWords();
  return (
    <div className="welcome-language">
      <Segmented
        label={t('settings:language.label')}
        choices={InterfaceLanguage.options.map((id) => ({
          id,
          label: <span lang={id}>{interfaceLanguages[id].name}</span>,
        }))}
        value={language}
        onChange={(chosen) => {
          updateSettings({ language: chosen }).catch(reportFailure);
        }}
      />
    </div>
  );
}
