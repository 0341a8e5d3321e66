/** A chapter's card: every field that is on it is written there (W1). */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { standsFor } from '#renderer/app/chapter-meant.ts';
import { shortLabel } from '#renderer/app/chapter-label.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useScenes } from '#renderer/app/scenes.ts';
import { StatusLadder } from '#renderer/app/status-ladder.tsx';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { useAim } from './book-sum.ts';
import { saveField } from './change-chapter.ts';
import { SynopsisText, TellerWords, useTellerName } from './chapter-words.tsx';
import { useDrag } from './drag.ts';
import { EditField } from './edit-field.tsx';
import { draftOf, keptAs } from './field-drafts.ts';
import { type LabelsOnCard, labelsOnCard } from './labels-on-card.ts';
import type { Part } from './lift.ts';
import { nextCell } from './next-cell.ts';
import { toggleScenes } from './scenes.ts';
import { type Cell, editCell, type Field, focusCell, useStructure } from './store.ts';
import { cellId } from './use-cell-focus.ts';
import { WordsOfGoal } from './word-figures.tsx';

/** How many scenes a chapter has; it shows them and folds them away. Keys have Shift Enter, so that Tab does not stop at it. */
function ScenesButton({ documentId }: { documentId: string }) {
  const { t } = useWords();
  const count = useScenes(({ scenes }) => scenes.get(documentId)?.length ?? 0);
  const isOpen = useScenes(({ open }) => open.has(documentId));
  if (count === 0) return null;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className="structure-scenes"
      tabIndex={-1}
      aria-expanded={isOpen}
      onClick={() => toggleScenes(documentId)}
    >
      {t('structure:scenes', { count })}
      <Arrow size={13} aria-hidden />
    </button>
  );
}

type CardProps = { document: DocumentInfo; project: ProjectInfo; people: readonly Person[] };

type PartsProps = CardProps & { cell: Cell; edited: Field | null };

/** A field where it stands on the card: as words, or as what it is written in. */
function CardField({
  field,
  children,
  ...props
}: PartsProps & { field: Field; children: React.ReactNode }) {
  const { t } = useWords();
  const { document, project, people, cell, edited } = props;
  if (edited !== field) return children;
  return (
    <EditField
      field={field}
      people={people}
      value={draftOf(document, field)}
      keptAs={keptAs(document.documentId, field)}
      onSave={(draft) => saveField(t, document, field, draft)}
      onNext={(by) => editCell(nextCell(project.documents, { ...cell, field }, by))}
    />
  );
}

/** Those there is room for, and how many more there are. */
function CardLabels({ labels: { shown, left } }: { labels: LabelsOnCard }) {
  const { t } = useWords();
  return (
    <>
      {shown.map((label) => (
        <span key={label} className="structure-label" data-field="labels" title={label}>
          {label}
        </span>
      ))}
      {left.length > 0 && (
        <span
          className="structure-label structure-more"
          data-field="labels"
          title={left.join(t('structure:comma'))}
        >
          {t('structure:moreLabels', { count: left.length })}
        </span>
      )}
    </>
  );
}

function CardFoot(props: PartsProps) {
  const { document, people } = props;
  const { goal } = useAim(document);
  const teller = useTellerName(people)(document);
  const labels = labelsOnCard(document.labels, { goal, teller });
  return (
    <div className="structure-card-foot">
      <CardField {...props} field="status">
        <span data-field="status">
          <StatusLadder status={document.status} />
        </span>
      </CardField>
      <CardField {...props} field="pointOfView">
        <TellerWords teller={teller} />
      </CardField>
      <CardField {...props} field="labels">
        <CardLabels labels={labels} />
      </CardField>
      <CardField {...props} field="wordGoal">
        <WordsOfGoal words={document.wordCount} goal={goal} />
      </CardField>
    </div>
  );
}

function CardHead(props: PartsProps) {
  const { document, project } = props;
  const { label, title } = chapterHeading(document.title);
  return (
    <div className="structure-card-head" data-field="title">
      <CardField {...props} field="title">
        {label !== null && (
          <span className="structure-number">{shortLabel(label, document.chapter)}</span>
        )}
        <span className="structure-card-title" lang={project.language} title={title}>
          {title}
        </span>
        <ScenesButton documentId={document.documentId} />
      </CardField>
    </div>
  );
}

/** The field of a card that was pointed at; its synopsis where that was none. */
export const fieldAt = ({ target }: MouseEvent): string =>
  target instanceof Element
    ? (target.closest('[data-field]')?.getAttribute('data-field') ?? 'synopsis')
    : 'synopsis';

export function Card({ part, ...props }: CardProps & { part: Part }) {
  const { document, project } = props;
  const { documentId } = document;
  const cell = useStructure((structure) => structure.cell);
  const isEditing = useStructure((structure) => structure.isEditing);
  const hasFocus = cell?.documentId === documentId && cell.scene === undefined;
  const edited = hasFocus && isEditing ? cell.field : null;
  const drag = useDrag(project, 'across');
  const own: Cell = { documentId, field: 'synopsis' };
  const parts = { ...props, cell: own, edited };
  return (
    // biome-ignore lint/a11y/useSemanticElements: cards are placed absolutely inside of a grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board has the keys
    <div
      role="gridcell"
      className="structure-card"
      data-renames
      {...standsFor(documentId)}
      data-cell={cellId(hasFocus ? cell : own)}
      data-over={drag.dropOn({ documentId })}
      data-lifted={part === 'lifted' || undefined}
      tabIndex={hasFocus && edited === null ? 0 : -1}
      onClick={() => edited === null && focusCell(own)}
      onDoubleClick={(event) =>
        edited === null && !project.readOnly && editCell({ ...own, field: fieldAt(event) as Field })
      }
      {...(edited === null ? drag.handlers({ documentId }) : {})}
    >
      <CardHead {...parts} />
      <CardField {...parts} field="synopsis">
        <div className="structure-card-text" lang={project.language}>
          <SynopsisText document={document} />
        </div>
      </CardField>
      <CardFoot {...parts} />
    </div>
  );
}
