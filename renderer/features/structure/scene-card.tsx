/** A scene's card in the tray below its chapter's. */
import { openScene } from '#renderer/app/scenes.ts';
import { StatusLadder } from '#renderer/app/status-ladder.tsx';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { SceneOfChapter } from './change-scene.ts';
import { useTellerName } from './chapter-words.tsx';
import { useDrag } from './drag.ts';
import { SceneEdit, SceneFieldText, useSceneName } from './scene-words.tsx';
import { type Cell, focusCell, useStructure } from './store.ts';
import { cellId } from './use-cell-focus.ts';

type SceneCardProps = { of: SceneOfChapter; project: ProjectInfo; people: readonly Person[] };

function SceneFoot({ of, people }: Omit<SceneCardProps, 'project'>) {
  const { t, language } = useWords();
  const { scene, facts } = of.item;
  const tellerOf = useTellerName(people);
  const teller = facts && tellerOf(facts);
  return (
    <div className="structure-card-foot">
      <StatusLadder status={facts?.status ?? null} />
      {teller !== null && (
        <span className="structure-teller">{t('structure:teller', { name: teller })}</span>
      )}
      {scene !== null && (
        <span className="structure-sum">{formatCount(scene.words, language)}</span>
      )}
    </div>
  );
}

export function SceneCard({ of, project, people }: SceneCardProps) {
  const { document, item, index } = of;
  const { documentId } = document;
  const nameOf = useSceneName();
  const own: Cell = { documentId, field: 'synopsis', scene: index };
  const hasFocus = useStructure(
    ({ cell }) => cell?.documentId === documentId && cell.scene === index,
  );
  const drag = useDrag(project);
  const isEdited = useStructure(({ isEditing }) => isEditing) && hasFocus;
  return (
    // biome-ignore lint/a11y/useSemanticElements: cards are placed absolutely inside of a grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board has the keys
    <div
      role="gridcell"
      className="structure-card structure-scene"
      data-renames
      data-cell={cellId(own)}
      tabIndex={hasFocus && !isEdited ? 0 : -1}
      onClick={() => !isEdited && focusCell(own)}
      onDoubleClick={() => !isEdited && item.scene && openScene(documentId, item.scene)}
      data-over={drag.isOver(own)}
      {...(isEdited ? {} : drag.handlers(own))}
    >
      <div className="structure-card-head">
        <span className="structure-number">{nameOf(of)}</span>
        <span className="structure-card-title" lang={project.language}>
          <SceneFieldText of={of} field="title" people={people} />
        </span>
      </div>
      {isEdited ? (
        <SceneEdit of={of} field="synopsis" people={people} onNext={() => focusCell(own)} />
      ) : (
        <div className="structure-card-text" lang={project.language}>
          <SceneFieldText of={of} field="synopsis" people={people} />
        </div>
      )}
      <SceneFoot of={of} people={people} />
    </div>
  );
}
