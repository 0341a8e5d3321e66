import { useEffect } from 'react';
import { showAssistant } from '#renderer/app/assistant-mode.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useSession } from '#renderer/app/session.ts';
import { on } from '#renderer/rpc/index.ts';
import { drawFindings, showNextFinding } from './page-marks.ts';
import { useFindings } from './store.ts';

const commands: readonly Command[] = [
  {
    id: 'findings.check',
    titleKey: 'findings:commands.check',
    hintKey: 'findings:commands.checkHint',
    group: 'writing',
    shortcut: 'F7',
    when: () => useSession.getState().documentId !== null,
    run: () => {
      showAssistant('write');
      void useFindings.getState().check();
    },
  },
  {
    id: 'findings.next',
    titleKey: 'findings:commands.next',
    group: 'writing',
    shortcut: 'Alt+F7',
    when: () => {
      const { shown, waitingPlaces } = useFindings.getState();
      return shown.size > 0 || waitingPlaces().length > 0;
    },
    run: showNextFinding,
  },
];

/** Keeps the underlines in the page and what they are called. Mounted once, by the desk. */
export function useFindingsFollowing(): void {
  useCommands(commands);
  const projectId = useSession((session) => session.project?.projectId);
  const view = useFindings((state) => state.view);
  const checked = useFindings((state) => state.checked);
  useEffect(() => {
    if (projectId === undefined) return undefined;
    const { begin, loadMode, loadChecks } = useFindings.getState();
    begin(projectId);
    void loadChecks(projectId);
    void loadMode(projectId);
    const renumber = (changed: { projectId: string }) => {
      const { checked: known, waiting: found, loadBases, reviewCoverage } = useFindings.getState();
      if (changed.projectId !== projectId || known.size + found.size === 0) return;
      // The names of an older check stay until they can be read again.
      const fail = (failure: unknown): void => useFindings.setState({ failure });
      loadBases(projectId).catch(fail);
      if (known.size > 0) reviewCoverage(projectId).catch(fail);
    };
    return on('constraints:changed', renumber);
  }, [projectId]);
  const waiting = useFindings((state) => state.waiting);
  useEffect(() => {
    if (projectId === undefined || waiting.size === 0) return;
    // Without names each finding still says what it is about.
    useFindings
      .getState()
      .loadBases(projectId)
      .catch(() => undefined);
  }, [projectId, waiting]);
  const savedVersion = useSession((session) => session.savedVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view, result or text is drawn anew
  useEffect(drawFindings, [view, checked, savedVersion]);
}
