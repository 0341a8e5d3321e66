import { useState } from 'react';
import { FenceMark } from '#renderer/features/chapter/index.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Segmented } from '#renderer/ui/index.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import type { ExportChoices } from '#shared/domain/export.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { changeChoices, chosenChapters } from './store.ts';

/** Chapters that a model may not see are the writer's own all the same: they are said, not left out. */
function FencedHint({ project, choices }: { project: ProjectInfo; choices: ExportChoices }) {
  const { t } = useWords();
  const leftOut = new Set(choices.leftOut);
  const fenced = project.documents.filter(
    ({ fence, documentId }) => fence !== null && !leftOut.has(documentId),
  );
  if (fenced.length === 0) return null;
  return <p className="export-quiet">{t('export:fenced', { count: fenced.length })}</p>;
}

function ChapterList({ project, choices }: { project: ProjectInfo; choices: ExportChoices }) {
  const { t } = useWords();
  const leftOut = new Set(choices.leftOut);
  const toggle = (documentId: string, isChosen: boolean) => {
    const others = choices.leftOut.filter((one) => one !== documentId);
    changeChoices({ leftOut: isChosen ? others : [...others, documentId] });
  };
  return (
    <fieldset className="export-chapters" aria-label={t('export:chapters')}>
      {project.documents.map(({ documentId, title, fence, hasConflict }) => (
        <Checkbox
          key={documentId}
          isSelected={!leftOut.has(documentId)}
          onChange={(isChosen) => toggle(documentId, isChosen)}
        >
          <span className="export-chapter" lang={project.language} title={title}>
            {title}
          </span>
          <FenceMark fence={fence} />
          {hasConflict === true && <span className="export-quiet">{t('export:conflict')}</span>}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** All chapters, or those that are ticked. */
export function ChapterChoice(props: { project: ProjectInfo; choices: ExportChoices }) {
  const { project, choices } = props;
  const { t, language } = useWords();
  const [isOpen, setOpen] = useState(choices.leftOut.length > 0);
  const chosen = new Set(chosenChapters(project, choices));
  const words = project.documents
    .filter(({ documentId }) => chosen.has(documentId))
    .reduce((sum, { wordCount }) => sum + wordCount, 0);
  return (
    <div className="export-section">
      <div className="export-row">
        <span className="export-label">{t('export:chapters')}</span>
        <Segmented
          label={t('export:chapters')}
          choices={[
            { id: 'all', label: t('export:all', { count: project.documents.length }) },
            { id: 'chosen', label: t('export:chosen') },
          ]}
          value={isOpen ? 'chosen' : 'all'}
          onChange={(value) => {
            setOpen(value === 'chosen');
            if (value === 'all') changeChoices({ leftOut: [] });
          }}
        />
        <span className="export-quiet">
          {t('export:sum', { count: chosen.size, words: formatCount(words, language) })}
        </span>
      </div>
      {isOpen && <ChapterList project={project} choices={choices} />}
      <FencedHint project={project} choices={choices} />
    </div>
  );
}
