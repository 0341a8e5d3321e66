/** A chapter's line in the outline, every cell edited in its place. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { standsFor } from '#renderer/app/chapter-meant.ts';
import { shortLabel } from '#renderer/app/chapter-label.ts';
import { isEmptyChapter } from '#renderer/app/empty-chapter.ts';
import { useScenes } from '#renderer/app/scenes.ts';
import { StatusLadder } from '#renderer/app/status-ladder.tsx';
import { formatChange, formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import { chapterHeading } from '#shared/chapter-heading.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { useAim } from './book-sum.ts';
import { saveField } from './change-chapter.ts';
import { SynopsisText, useTellerName } from './chapter-words.tsx';
import type { Column } from './columns.ts';
import { EditField } from './edit-field.tsx';
import { draftOf, keptAs } from './field-drafts.ts';
import { nextCell } from './next-cell.ts';
import { toggleScenes } from './scenes.ts';
import { editCell, type Field, focusCell, isField, shownFields, useStructure } from './store.ts';
import { cellId } from './use-cell-focus.ts';
import { WordsAndBar } from './word-figures.tsx';

/** Shows by its way whether the scenes are shown; keys have → and ←, so that Tab does not stop at it. */
function ScenesFold({ documentId }: { documentId: string }) {
  const isOpen = useScenes(({ open }) => open.has(documentId));
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the cell has the keys
    <span className="structure-fold" onClick={() => toggleScenes(documentId)}>
      <Arrow size={13} aria-hidden />
    </span>
  );
}

function TitleText({ document }: { document: DocumentInfo }) {
  const { documentId } = document;
  const { label, title } = chapterHeading(document.title);
  const hasScenes = useScenes(({ scenes }) => scenes.has(documentId));
  // Titles stand in one column, whether their chapter unfolds or not.
  const hasFolds = useScenes(({ scenes }) => scenes.size > 0);
  return (
    <>
      {hasScenes ? (
        <ScenesFold documentId={documentId} />
      ) : (
        hasFolds && <span className="structure-fold" />
      )}
      {label !== null && (
        <span className="structure-number">{shortLabel(label, document.chapter)}</span>
      )}
      {title}
    </>
  );
}

type LineProps = { document: DocumentInfo; project: ProjectInfo; people: readonly Person[] };
type CellProps = LineProps & { field: Field };

/** A goal that is not the chapter's own is told more quietly, with where it comes from. */
function GoalText({ document }: { document: DocumentInfo }) {
  const { t, language } = useWords();
  const { goal, isOwn } = useAim(document);
  if (goal === null) return <span className="ui-quiet">–</span>;
  const figure = formatCount(goal, language);
  if (isOwn) return figure;
  return (
    <span className="ui-quiet" title={t('structure:goalFrom')}>
      {figure}
    </span>
  );
}

function CellText({ document, field, people }: Omit<CellProps, 'project'>) {
  const { t } = useWords();
  const tellerOf = useTellerName(people);
  if (field === 'title') return <TitleText document={document} />;
  if (field === 'synopsis') return <SynopsisText document={document} />;
  if (field === 'status') return <StatusLadder status={document.status} />;
  if (field === 'labels') return document.labels.join(t('structure:comma'));
  if (field === 'wordGoal') return <GoalText document={document} />;
  return tellerOf(document) ?? <span className="ui-quiet">{t('structure:asBook')}</span>;
}

function CellEdit({ document, field, project, people }: CellProps) {
  const { t, language } = useWords();
  const { goal, isOwn } = useAim(document);
  const own = { documentId: document.documentId, field };
  return (
    <EditField
      field={field}
      people={people}
      value={draftOf(document, field)}
      hint={isOwn || goal === null ? '' : formatCount(goal, language)}
      keptAs={keptAs(document.documentId, field)}
      onSave={(draft) => saveField(t, document, field, draft)}
      onNext={(by) => editCell(nextCell(project.documents, own, by, shownFields()))}
    />
  );
}

function OutlineCell(props: CellProps) {
  const { document, field, project } = props;
  const { documentId } = document;
  const cell = useStructure((structure) => structure.cell);
  const isEditing = useStructure((structure) => structure.isEditing);
  const hasFocus =
    cell?.documentId === documentId && cell.field === field && cell.scene === undefined;
  const own = { documentId, field };
  const isEdited = hasFocus && isEditing;
  const isFolder = useScenes(({ scenes }) => field === 'title' && scenes.has(documentId));
  const isOpen = useScenes(({ open }) => open.has(documentId));
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed absolutely inside of a grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      role="gridcell"
      className="structure-cell"
      data-field={field}
      data-renames
      {...standsFor(documentId)}
      data-cell={cellId(own)}
      data-editing={isEdited}
      {...(isFolder ? { 'aria-expanded': isOpen } : {})}
      tabIndex={hasFocus && !isEditing ? 0 : -1}
      onClick={() => !isEdited && focusCell(own)}
      onDoubleClick={() => !project.readOnly && editCell(own)}
    >
      {isEdited ? (
        <CellEdit {...props} />
      ) : (
        <span
          className="structure-text"
          {...(field === 'title' || field === 'synopsis' ? { lang: project.language } : {})}
        >
          <CellText {...props} />
        </span>
      )}
    </div>
  );
}

function ReadCell({ document, column }: { document: DocumentInfo; column: Column }) {
  const { t, language } = useWords();
  const { goal } = useAim(document);
  const words = <WordsAndBar words={document.wordCount} goal={goal} />;
  const changed = isEmptyChapter(document)
    ? t('structure:never')
    : formatChange(document.modifiedAt, Date.now(), language);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: only read
    <div role="gridcell" className="structure-cell" data-field={column}>
      {column === 'words' ? words : changed}
    </div>
  );
}

export function ChapterLine(props: LineProps) {
  const shown = useStructure(({ columns }) => columns);
  return shown.map((column) =>
    isField(column) ? (
      <OutlineCell key={column} {...props} field={column} />
    ) : (
      <ReadCell key={column} document={props.document} column={column} />
    ),
  );
}
