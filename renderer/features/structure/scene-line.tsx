/** A scene's line in the outline, below that of its chapter. */
import { standsFor } from '#renderer/app/chapter-meant.ts';
import { openScene } from '#renderer/app/scenes.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { Column } from './columns.ts';
import type { SceneRow } from './rows.ts';
import { SceneEdit, SceneFieldText, useSceneName } from './scene-words.tsx';
import { goOnInScene } from './next-cell.ts';
import {
  type Cell,
  editCell,
  focusCell,
  isField,
  isSceneField,
  type SceneField,
  shownFields,
  useStructure,
} from './store.ts';
import { cellId } from './use-cell-focus.ts';
import { WordsAndBar } from './word-figures.tsx';

type SceneLineProps = { row: SceneRow; project: ProjectInfo; people: readonly Person[] };

function SceneCell({ row, project, people, field }: SceneLineProps & { field: SceneField }) {
  const { item, document, index } = row;
  const { documentId } = document;
  const nameOf = useSceneName();
  const own: Cell = { documentId, field, scene: index };
  const hasFocus = useStructure(
    ({ cell }) => cell?.documentId === documentId && cell.scene === index && cell.field === field,
  );
  const isEdited = useStructure(({ isEditing }) => isEditing) && hasFocus;
  const isTitle = field === 'title';
  const onDoubleClick = (): void => {
    if (isTitle && item.scene !== null) openScene(documentId, item.scene);
    else if (!project.readOnly) editCell(own);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed absolutely inside of a grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      role="gridcell"
      className={`structure-cell${isTitle ? ' structure-scene' : ''}`}
      data-field={field}
      data-renames
      {...standsFor(documentId)}
      data-cell={cellId(own)}
      data-editing={isEdited}
      tabIndex={hasFocus && !isEdited ? 0 : -1}
      onClick={() => !isEdited && focusCell(own)}
      onDoubleClick={onDoubleClick}
    >
      {isEdited ? (
        <SceneEdit
          of={row}
          field={field}
          people={people}
          onNext={(by) => goOnInScene(own, by, shownFields().filter(isSceneField))}
        />
      ) : (
        <span className="structure-text">
          {isTitle && <span className="structure-number">{nameOf(row)}</span>}
          <span {...(isTitle || field === 'synopsis' ? { lang: project.language } : {})}>
            <SceneFieldText of={row} field={field} people={people} />
          </span>
        </span>
      )}
    </div>
  );
}

/**
 * What a line of a scene does not say: only chapters have labels, and nobody keeps when one scene of a file was changed.
 * The time of the chapter would be another scene's as often as not.
 */
function ReadCell({ row, column }: { row: SceneRow; column: Column }) {
  const { t } = useWords();
  const { scene, facts } = row.item;
  const isTold = column === 'words' && scene !== null;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: only read
    <div role="gridcell" className="structure-cell" data-field={column}>
      {column === 'changed' && (
        <span className="ui-quiet" title={t('structure:keptByChapter')}>
          –
        </span>
      )}
      {isTold && <WordsAndBar words={scene.words} goal={facts?.wordGoal ?? null} />}
    </div>
  );
}

const isOfScene = (column: Column): column is SceneField => isField(column) && isSceneField(column);

export function SceneLine(props: SceneLineProps) {
  const shown = useStructure(({ columns }) => columns);
  return shown.map((column) =>
    isOfScene(column) ? (
      <SceneCell key={column} {...props} field={column} />
    ) : (
      <ReadCell key={column} row={props.row} column={column} />
    ),
  );
}
