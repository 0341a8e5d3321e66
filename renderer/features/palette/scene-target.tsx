import { Command } from 'cmdk';
import { useState } from 'react';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { moveScene, useSceneToMove } from '#renderer/app/move-scene.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import type { SceneRef } from '#renderer/app/scenes.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { holdsWords } from './holds-words.ts';
import { PaletteEmpty, PaletteField, PaletteFoot, PaletteFrame } from './palette-frame.tsx';

/** Most chapters shown: a book of thousands would otherwise be drawn at every key. */
const maxShown = 50;

/** Those whose name or number holds the words; without words those around the scene's own. */
function chaptersFor(
  documents: readonly DocumentInfo[],
  own: string,
  query: string,
): readonly DocumentInfo[] {
  if (query.trim() !== '') {
    return documents
      .filter(({ title, chapter }) => holdsWords('', query, [title, String(chapter)]) > 0)
      .slice(0, maxShown);
  }
  const at = documents.findIndex(({ documentId }) => documentId === own);
  const from = Math.max(0, Math.min(at - maxShown / 2, documents.length - maxShown));
  return documents.slice(from, from + maxShown);
}

function Chapters({ scene }: { scene: SceneRef }) {
  const { t } = useWords();
  const [query, setQuery] = useState('');
  const documents = useSession((session) => session.project?.documents) ?? [];
  const choose = (documentId: string) => {
    closeDialog();
    moveScene(t, scene, { documentId }).catch(reportFailure);
  };
  return (
    <Command label={t('binder:sceneTarget.label')} shouldFilter={false} loop>
      <PaletteField
        value={query}
        onValueChange={setQuery}
        placeholder={t('binder:sceneTarget.placeholder', { scene: scene.opening })}
      />
      <PaletteEmpty>{t('binder:sceneTarget.empty', { query })}</PaletteEmpty>
      <Command.List label={t('binder:sceneTarget.label')}>
        {chaptersFor(documents, scene.documentId, query).map((document) => {
          const { documentId } = document;
          const { label, title } = chapterHeading(document.title);
          return (
            <Command.Item key={documentId} value={documentId} onSelect={() => choose(documentId)}>
              {label !== null && <span className="palette-hint">{label}</span>}
              <span className="palette-name">{title}</span>
              {documentId === scene.documentId && (
                <>
                  <span className="palette-space" />
                  <span className="palette-hint">{t('binder:sceneTarget.here')}</span>
                </>
              )}
            </Command.Item>
          );
        })}
      </Command.List>
      <PaletteFoot runs="go" />
    </Command>
  );
}

/** Asks which chapter a scene goes into: to its end. */
export function SceneTarget() {
  const { t } = useWords();
  const scene = useSceneToMove((asked) => asked.scene);
  const isOpen = useDialogs(({ open }) => open === 'sceneTarget');
  return (
    <PaletteFrame name="sceneTarget" label={t('binder:sceneTarget.label')}>
      {isOpen && scene !== null && <Chapters scene={scene} />}
    </PaletteFrame>
  );
}
