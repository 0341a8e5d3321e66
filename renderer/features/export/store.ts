/** What the export dialog shows and what an export under way has come to. */
import { create } from 'zustand';
import { call } from '#renderer/rpc/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { volumesIn } from '#shared/volumes.ts';
import {
  type ExportChoices,
  type ExportLayout,
  type ExportLayoutChange,
  layoutOf,
  longestOwnWords,
} from '#shared/domain/export.ts';
import { createLastAsked } from '#renderer/app/last-asked.ts';
import { isTooLong } from '#renderer/ui/too-long.ts';

export type Draft = {
  projectId: string;
  choices: ExportChoices;
  /** Where a file is proposed to go, and its name without its end. */
  folder: string;
  fileName: string;
};

export type RunningExport = {
  exportId: string;
  done: number;
  total: number;
  /** Null once it was called off. */
  cancel: (() => void) | null;
};
export type EndedExport =
  | { state: 'saved'; path: string; projectId: string }
  | { state: 'downloaded' | 'printed' }
  | { state: 'failed'; error: unknown };

type ExportState = {
  draft: Draft | null;
  failure: unknown;
  running: RunningExport | null;
  ended: EndedExport | null;
};

export const useExport = create<ExportState>()(() => ({
  draft: null,
  failure: null,
  running: null,
  ended: null,
}));

const askForChoices = createLastAsked();

/** Reads what was chosen last for this book. */
export async function readChoices(projectId: string): Promise<void> {
  useExport.setState({ draft: null, failure: null });
  const isLast = askForChoices();
  try {
    const found = await call('documents:export:choices:get', { projectId });
    if (isLast()) useExport.setState({ draft: { projectId, ...found } });
  } catch (error) {
    if (isLast()) useExport.setState({ failure: error });
  }
}

export const changeChoices = (change: Partial<ExportChoices>): void =>
  useExport.setState(({ draft }) =>
    draft === null ? {} : { draft: { ...draft, choices: { ...draft.choices, ...change } } },
  );

/** Changes the layout of the chosen format. */
export function changeLayout(change: ExportLayoutChange): void {
  const choices = useExport.getState().draft?.choices;
  if (choices === undefined) return;
  const { format, layouts } = choices;
  changeChoices({ layouts: { ...layouts, [format]: { ...layouts[format], ...change } } });
}

/** Whether the writer's own words are more than can be kept. */
export const areWordsTooLong = ({ author, contact }: ExportChoices): boolean =>
  isTooLong(author, longestOwnWords.author) || isTooLong(contact, longestOwnWords.contact);

/** Keeps the choices with their book. */
export async function rememberChoices({ projectId, choices }: Draft): Promise<void> {
  await call('documents:export:choices:update', { projectId, ...choices });
}

/** The chosen format's layout, with what is usual for the book's language where nothing was chosen. */
export const layoutFor = (
  choices: ExportChoices,
  language: ProjectInfo['language'],
): ExportLayout => layoutOf(choices.format, language, choices.layouts[choices.format]);

/** Ids of the chapters that go out, in binder order. */
export const chosenChapters = (project: ProjectInfo, choices: ExportChoices): string[] => {
  const leftOut = new Set(choices.leftOut);
  return project.documents.map(({ documentId }) => documentId).filter((id) => !leftOut.has(id));
};

/** Whether any chapter stands in a volume (W1). */
export const hasVolumes = ({ documents }: ProjectInfo): boolean => {
  const folders = documents.map(({ group }) => group);
  const volumesOf = volumesIn(folders);
  return folders.some((folder) => volumesOf(folder).length > 0);
};
