import { useEffect } from 'react';
import { besideKey, rememberedBeside, useBesidePlaces } from './beside.ts';
import { foldsKey, rememberedFolds, useFolds } from './folds.ts';
import { type RememberedLayout, useLayout } from './layout.ts';
import { placeKey } from './open-project.ts';
import { keepOwnPlace } from './own-place.ts';
import { updateSettings } from './preferences.ts';
import { onClosing } from '#renderer/rpc/index.ts';
import { reportFailure } from './report-failure.ts';
import { createAfterRest } from './rest.ts';
import { openProjectId, useSession } from './session.ts';

const remembered = (): RememberedLayout => {
  const { binderOpen, dockOpen, dockPanel, outlineColumns, wholeBookOpen, ...layout } =
    useLayout.getState();
  const { binderWidth, dockWidth, besideWidth } = layout;
  const columns = { binderOpen, dockOpen, dockPanel, outlineColumns, wholeBookOpen };
  return { ...columns, binderWidth, dockWidth, besideWidth };
};

/** Columns, their widths, the last place in the text and what is folded away, kept in `settings.layout`. */
export function useRemembering(): void {
  useEffect(() => {
    const desk = createAfterRest(reportFailure);
    const place = createAfterRest(reportFailure);
    const beside = createAfterRest(reportFailure);
    const folds = createAfterRest(reportFailure);
    let last = JSON.stringify(remembered());
    const stopLayout = useLayout.subscribe(() => {
      const next = JSON.stringify(remembered());
      if (next === last) return;
      last = next;
      desk.later(() => updateSettings({ layout: { desk: remembered() } }));
    });
    const keepBeside = () => {
      const projectId = openProjectId();
      if (projectId === undefined) return;
      // Of this book: another one may be open by the time it is written.
      const layout = { [besideKey(projectId)]: rememberedBeside() };
      beside.later(() => updateSettings({ layout }));
    };
    const stopBeside = useLayout.subscribe((now, before) => {
      if (now.beside !== before.beside) keepBeside();
    });
    const stopPlaces = useBesidePlaces.subscribe(keepBeside);
    const stopFolds = useFolds.subscribe(({ projectId }, before) => {
      // What came with a book that was opened is kept already.
      if (projectId === null || projectId !== before.projectId) return;
      const layout = { [foldsKey(projectId)]: rememberedFolds() };
      folds.later(() => updateSettings({ layout }));
    });
    const stopSession = useSession.subscribe((now, before) => {
      const { project, documentId, cursor, savedVersion } = now;
      // While a chapter is being opened its caret is not known yet.
      if (project === null || documentId === null || savedVersion === null) return;
      const arrived = before.savedVersion === null;
      if (!arrived && documentId === before.documentId && cursor === before.cursor) return;
      place.later(() => {
        keepOwnPlace(project.projectId, { documentId, cursor });
        const layout = { [placeKey(project.projectId)]: { documentId, cursor } };
        return updateSettings({ layout });
      });
    });
    const kept = [desk, place, beside, folds];
    const stopClosing = onClosing(async () => {
      await Promise.all(kept.map((one) => one.flush()));
    });
    return () => {
      stopClosing();
      stopLayout();
      stopBeside();
      stopPlaces();
      stopFolds();
      stopSession();
      for (const one of kept) one.stop();
    };
  }, []);
}
