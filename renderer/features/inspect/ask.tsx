import { useWords } from '#renderer/i18n/index.ts';
import { Select, TextField } from '#renderer/ui/index.ts';
import { builtinSkills } from '#shared/domain/skill.ts';
import { useInspect } from './store.ts';

/** What the request would ask for: the task and a further instruction. */
export function Ask() {
  const { t } = useWords();
  const skillId = useInspect((state) => state.skillId);
  const instruction = useInspect((state) => state.instruction);
  const { setSkill, setInstruction } = useInspect.getState();
  return (
    <footer className="inspect-ask">
      <Select
        label={t('inspect:ask.skill')}
        hideLabel
        choices={builtinSkills.map((id) => ({ id, label: t(`inspect:skills.${id}`) }))}
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
