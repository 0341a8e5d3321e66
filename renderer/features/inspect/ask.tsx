import { setInstruction, setSkill, useAsking } from '#renderer/app/asking.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Select, TextField } from '#renderer/ui/index.ts';

/** What the request would ask for: the task and a further instruction, those of the writing panel. */
export function Ask() {
  const { t } = useWords();
  const skills = useAsking((state) => state.skills);
  const skillId = useAsking((state) => state.skillId);
  const instruction = useAsking((state) => state.instruction);
  return (
    <footer className="inspect-ask">
      <Select
        label={t('inspect:ask.skill')}
        hideLabel
        choices={(skills ?? []).map((skill) => ({ id: skill.skillId, label: skill.title }))}
        value={skillId}
        onChange={setSkill}
      />
      <TextField
        label={t('inspect:ask.instruction')}
        hideLabel
        placeholder={t('inspect:ask.placeholder')}
        value={instruction}
        onChange={setInstruction}
      />
    </footer>
  );
}
