import { Label, Radio, RadioGroup } from 'react-aria-components';
import { useWords } from '#renderer/i18n/index.ts';
import { ExportFormat, exportFormats } from '#shared/domain/export.ts';
import { changeChoices } from './store.ts';

/** Every format with a few words of what it is for. */
export function FormatList({ format }: { format: ExportFormat }) {
  const { t } = useWords();
  return (
    <RadioGroup
      className="export-section export-formats"
      value={format}
      onChange={(chosen) => changeChoices({ format: ExportFormat.parse(chosen) })}
    >
      <Label className="ui-hidden">{t('export:format')}</Label>
      {ExportFormat.options.map((one) => (
        <Radio key={one} value={one} className="export-format">
          <span className="export-radio" aria-hidden />
          <span className="export-format-name">{t(`export:formats.${one}.name`)}</span>
          <span className="export-quiet">{t(`export:formats.${one}.hint`)}</span>
          <span className="export-quiet">.{exportFormats[one].extension}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
