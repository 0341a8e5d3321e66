import { useWords } from '#renderer/i18n/index.ts';
import { useWrite } from './store.ts';

/** Skill files of the writer's own that could not be taken; the others work. */
export function SkillProblems() {
  const { t } = useWords();
  const problems = useWrite((state) => state.problems);
  if (problems.length === 0) return null;
  return (
    <ul className="write-problems ui-quiet">
      {problems.map(({ file, problem, detail }) => (
        <li key={file + problem}>
          {t('write:problems.line', { file, why: t(`write:problems.${problem}`, { detail }) })}
        </li>
      ))}
    </ul>
  );
}
