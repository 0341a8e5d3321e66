import { z } from 'zod';
import { create } from 'zustand';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { call } from '#renderer/rpc/index.ts';
import { besideKey, restoreBeside } from './beside.ts';
import { foldsKey, restoreFolds } from './folds.ts';
import { flushEdits } from './flush.ts';
import { readOwnPlace } from './own-place.ts';
import { usePreferences } from './preferences.ts';
import { isOpenProject, useSession } from './session.ts';

const Place = z.object({ documentId: z.string(), cursor: z.number().int().nonnegative() });

/** Key of `settings.layout` under which the last place in a project is kept. */
export const placeKey = (projectId: string): string => `place:${projectId}`;

/** Shows a project where the writer left it. */
export function showProject(project: ProjectInfo): void {
  const session = useSession.getState();
  session.setProject(project);
  const { layout } = usePreferences.getState().settings;
  restoreBeside(project, layout[besideKey(project.projectId)]);
  restoreFolds(project.projectId, layout[foldsKey(project.projectId)]);
  const { projectId } = project;
  const known = new Set(project.documents.map(({ documentId }) => documentId));
  for (const kept of [readOwnPlace(projectId), layout[placeKey(projectId)]]) {
    const place = Place.safeParse(kept).data;
    if (place === undefined || !known.has(place.documentId)) continue;
    const { documentId, cursor } = place;
    session.openDocument(documentId, { start: cursor, end: cursor });
    return;
  }
  const first = project.documents[0];
  if (first !== undefined) session.openDocument(first.documentId);
}

/**
 * Puts a project that is open already in the place of the one on the page.
 * @throws RpcError when the last edits could not be saved
 */
export async function changeProject(projectId: string): Promise<void> {
  if (isOpenProject(projectId)) return;
  await closeProject();
  showProject(await call('projects:get', { projectId }));
}

/** Settles when no book is being closed any more: what is opened before would be closed with it. */
const useClosing = create<{ closed: Promise<unknown> }>()(() => ({ closed: Promise.resolve() }));
export const whenClosed = (): Promise<unknown> => useClosing.getState().closed;

/** Back to the welcome page. @throws RpcError when the last edits could not be saved, or the book not closed */
export async function closeProject(): Promise<void> {
  const { project } = useSession.getState();
  await flushEdits();
  // Asked for twice, it is closed, and another book may be open by now.
  if (project === null || !isOpenProject(project.projectId)) return;
  // The page goes first: what would be typed into it while the program closes the book could not be saved.
  useSession.getState().setProject(null);
  const closing = call('projects:close', { projectId: project.projectId });
  useClosing.setState({ closed: closing.catch(() => undefined) });
  await closing;
}

/**
 * The book of this page was closed by another window: here it goes on, and what could not be saved meanwhile is with the next
 * try. @throws RpcError when it cannot be opened any more
 */
export async function reopenProject(projectId: string): Promise<void> {
  const { project } = useSession.getState();
  if (project?.projectId !== projectId) return;
  const opened = await call('projects:open', { path: project.path });
  const session = useSession.getState();
  session.setSettled(opened);
  session.setDocuments(opened.projectId, opened.documents);
}
