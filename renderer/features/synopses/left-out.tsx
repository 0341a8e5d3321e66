/** Chapters that were not asked about or gave nothing, in words: one line for each reason. */
import { useWords } from '#renderer/i18n/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { LeftOut } from './choices.ts';

type LeftOutLinesProps = { groups: readonly LeftOut[]; project: ProjectInfo };

export function LeftOutLines({ groups, project }: LeftOutLinesProps) {
  const { t } = useWords();
  if (groups.length === 0) return null;
  const titles = new Map(project.documents.map(({ documentId, title }) => [documentId, title]));
  const titleOf = (documentId: string): string => titles.get(documentId) ?? t('synopses:gone');
  return (
    <ul className="synopses-reasons">
      {groups.map(({ reason, documentIds }) => {
        const words =
          'kept' in reason ? t(`synopses:kept.${reason.kept}`) : t(`errors:${reason.code}.what`);
        return (
          <li key={words}>
            {t('synopses:leftOut', { reason: words, count: documentIds.length })}{' '}
            <span lang={project.language}>
              {documentIds.map(titleOf).join(t('structure:comma'))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
