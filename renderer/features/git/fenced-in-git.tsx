import { useGit } from '#renderer/app/git.ts';
import { useWords } from '#renderer/i18n/index.ts';

/** Where a fence is set, in a book that git keeps: a fence does not reach what was kept before. */
export function FencedInGit() {
  const { t } = useWords();
  const isKept = useGit(({ state }) => state?.enabled === true && state.commits.length > 0);
  return isKept ? <p className="ui-quiet">{t('git:fencedInHistory')}</p> : null;
}
