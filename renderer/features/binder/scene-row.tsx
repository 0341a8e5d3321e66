import { memo } from 'react';
import { Ellipsis, GripVertical } from 'lucide-react';
import { Button } from 'react-aria-components';
import { openDialog } from '#renderer/app/dialogs.ts';
import { shiftScene, useSceneToMove } from '#renderer/app/move-scene.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import type { SceneRef } from '#renderer/app/scenes.ts';
import { useSession } from '#renderer/app/session.ts';
import { StatusLadder } from '#renderer/app/status-ladder.tsx';
import { formatCount } from '#renderer/i18n/format.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { IconButton, Menu, type MenuEntry } from '#renderer/ui/index.ts';
import type { Scene } from '#shared/domain/scene.ts';
import { refOf, type SceneLine } from './groups.ts';

function sceneEntries(t: Translate, scene: SceneRef): MenuEntry[] {
  const shift = (by: -1 | 1) => () => {
    shiftScene(t, scene, by).catch(reportFailure);
  };
  return [
    {
      id: 'up',
      label: t('binder:sceneMenu.moveUp'),
      shortcut: 'Alt+Up',
      onAction: shift(-1),
    },
    {
      id: 'down',
      label: t('binder:sceneMenu.moveDown'),
      shortcut: 'Alt+Down',
      onAction: shift(1),
    },
    {
      id: 'to',
      label: t('binder:sceneMenu.moveTo'),
      onAction: () => {
        useSceneToMove.setState({ scene });
        openDialog('sceneTarget');
      },
    },
  ];
}

function SceneMenu({ scene }: { scene: SceneRef }) {
  const { t } = useWords();
  const label = t('binder:sceneMenu.label', { scene: scene.opening });
  return (
    <Menu label={label} entries={() => sceneEntries(t, scene)}>
      <IconButton icon={Ellipsis} size="small" label={label} />
    </Menu>
  );
}

/** How it begins and, where that is written down, what happens in it. */
const hoverWords = ({ opening, facts }: Scene): string =>
  facts === undefined || facts.synopsis === '' ? opening : `${opening}\n\n${facts.synopsis}`;

/** A scene's place in its chapter, its first words, how far it is and how many words it has. */
export const SceneRow = memo(function SceneRow({ line }: { line: SceneLine }) {
  const { t, language } = useWords();
  const bookLanguage = useSession(({ project }) => project?.language);
  const readOnly = useSession(({ project }) => project?.readOnly ?? true);
  const { index, scene } = line;
  return (
    <div className="ui-row binder-row">
      <Button
        slot="drag"
        className="binder-grip"
        aria-label={t('binder:drag', { title: scene.opening })}
      >
        <GripVertical size={12} aria-hidden />
      </Button>
      <span className="ui-row-label binder-number">{index + 1}</span>
      <span className="ui-row-title" lang={bookLanguage} title={hoverWords(scene)}>
        {scene.opening}
      </span>
      {scene.facts && scene.facts.status !== null && (
        <StatusLadder status={scene.facts.status} isShort />
      )}
      <span className="ui-row-count">{formatCount(scene.words, language)}</span>
      {!readOnly && <SceneMenu scene={refOf(line)} />}
    </div>
  );
});
