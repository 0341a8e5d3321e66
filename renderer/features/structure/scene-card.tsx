/** A scene's card in the tray below its chapter's. */
import type { MouseEvent } from 'react';
import { standsFor } from '#renderer/app/chapter-meant.ts';
import { openScene } from '#renderer/app/scenes.ts';
import { StatusLadder } from '#renderer/app/status-ladder.tsx';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { TellerWords, useTellerName } from './chapter-words.tsx';
import { fieldAt } from './chapter-card.tsx';
import { useDrag } from './drag.ts';
import type { ShownScene } from './lift.ts';
import { goOnInScene } from './next-cell.ts';
import { SceneEdit, SceneFieldText, useSceneName } from './scene-words.tsx';
import {
  type Cell,
  editCell,
  focusCell,
  isSceneField,
  type SceneField,
  sceneFields,
  useStructure,
} from './store.ts';
import { cellId } from './use-cell-focus.ts';
import { WordsOfGoal } from './word-figures.tsx';

type SceneCardProps = { of: ShownScene; project: ProjectInfo; people: readonly Person[] };

type PartsProps = Omit<SceneCardProps, 'project'> & { cell: Cell; edited: SceneField | null };

/** A field where it stands on the card: as words, or as what it is written in. */
function CardField({
  field,
  children,
  ...props
}: PartsProps & { field: SceneField; children: React.ReactNode }) {
  const { of, people, cell, edited } = props;
  if (edited !== field) return children;
  const onNext = (by: -1 | 1) => goOnInScene({ ...cell, field }, by);
  return <SceneEdit {...{ of, field, people, onNext }} />;
}

function SceneFoot(props: PartsProps) {
  const { scene, facts } = props.of.item;
  const tellerOf = useTellerName(props.people);
  const teller = facts && tellerOf(facts);
  return (
    <div className="structure-card-foot">
      <CardField {...props} field="status">
        <span data-field="status">
          <StatusLadder status={facts?.status ?? null} />
        </span>
      </CardField>
      <CardField {...props} field="pointOfView">
        <TellerWords teller={teller} />
      </CardField>
      <CardField {...props} field="wordGoal">
        {scene !== null && <WordsOfGoal words={scene.words} goal={facts?.wordGoal ?? null} />}
      </CardField>
    </div>
  );
}

export function SceneCard({ of, project, people }: SceneCardProps) {
  const { document, item, index, part } = of;
  const { documentId } = document;
  const nameOf = useSceneName();
  const own: Cell = { documentId, field: 'synopsis', scene: index };
  const cell = useStructure((structure) => structure.cell);
  const isEditing = useStructure((structure) => structure.isEditing);
  const hasFocus = cell?.documentId === documentId && cell.scene === index;
  const drag = useDrag(project, 'across');
  const edited = hasFocus && isEditing && isSceneField(cell.field) ? cell.field : null;
  const parts = { of, people, cell: own, edited };
  const onDoubleClick = (event: MouseEvent): void => {
    const field = sceneFields.find((one) => one === fieldAt(event)) ?? 'synopsis';
    if (field === 'title' && item.scene) openScene(documentId, item.scene);
    else if (!project.readOnly) editCell({ ...own, field });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: cards are placed absolutely inside of a grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board has the keys
    <div
      role="gridcell"
      className="structure-card structure-scene"
      data-renames
      {...standsFor(documentId)}
      data-cell={cellId(hasFocus ? cell : own)}
      data-lifted={part === 'lifted' || undefined}
      tabIndex={hasFocus && edited === null ? 0 : -1}
      onClick={() => edited === null && focusCell(own)}
      onDoubleClick={(event) => edited === null && onDoubleClick(event)}
      data-over={drag.dropOn(own)}
      {...(edited === null ? drag.handlers(own) : {})}
    >
      <div className="structure-card-head" data-field="title">
        <span className="structure-number">{nameOf(of)}</span>
        <CardField {...parts} field="title">
          <span className="structure-card-title" lang={project.language}>
            <SceneFieldText of={of} field="title" people={people} />
          </span>
        </CardField>
      </div>
      <CardField {...parts} field="synopsis">
        <div className="structure-card-text" lang={project.language}>
          <SceneFieldText of={of} field="synopsis" people={people} />
        </div>
      </CardField>
      <SceneFoot {...parts} />
    </div>
  );
}
