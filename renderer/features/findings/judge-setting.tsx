import { JudgeMode } from '#shared/domain/finding.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Segmented } from '#renderer/ui/index.ts';
import { useFindings } from './store.ts';
import './findings.css';

/** What happens with generated text that goes against a constraint; kept with the project. */
export function JudgeSetting() {
  const { t } = useWords();
  const mode = useFindings((state) => state.mode);
  const { setMode } = useFindings.getState();
  if (mode === null) return null;
  return (
    <div className="judge-setting">
      <Segmented
        label={t('findings:mode.label')}
        showLabel
        choices={JudgeMode.options.map((id) => ({ id, label: t(`findings:mode.${id}`) }))}
        value={mode}
        onChange={(wanted) => void setMode(wanted)}
      />
      <p className="ui-quiet">{t(`findings:mode.hint.${mode}`)}</p>
    </div>
  );
}
