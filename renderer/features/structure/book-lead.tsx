import { useWords } from '#renderer/i18n/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { summaryOf } from './rows.ts';

/** What is said of the whole book before its chapters. */
export function BookLead({ documents }: { documents: readonly DocumentInfo[] }) {
  const { t } = useWords();
  const { chapters, words, done, without } = summaryOf(documents);
  return (
    <p className="ui-lead structure-lead">
      {t('structure:lead', { count: chapters, words, done })}
      {without > 0 && t('structure:without', { count: without })}
    </p>
  );
}
