/** Putting chapters into volumes and giving volumes other names, each with its way back (W1). */
import { volumeName } from '#renderer/app/group-name.ts';
import { useSession } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { volumeNow, without } from '#renderer/app/volumes.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { putBack, writePlace } from './move-chapter.ts';

const documentsNow = (): readonly DocumentInfo[] => useSession.getState().project?.documents ?? [];

type Move = { documentIds: string[]; volume: string; isRename: boolean };

async function write(projectId: string, move: Move): Promise<void> {
  const { documents } = await call('documents:toVolume', { projectId, ...move });
  useSession.getState().setDocuments(projectId, documents);
}

const idsOf = (chapters: readonly DocumentInfo[]): string[] =>
  chapters.map(({ documentId }) => documentId);

type Making = { volume: string; text: string; isRename: boolean };

/** Chapters of one volume become another one in their place. Rejects with the failure of the call. */
function makeVolume(chapters: readonly DocumentInfo[], { volume, text, isRename }: Making) {
  return inTurn(async () => {
    const { project } = useSession.getState();
    const [first] = chapters;
    if (project === null || first === undefined) return;
    const { projectId } = project;
    const made = new Set(idsOf(chapters));
    const stood = project.documents.filter(({ documentId }) => !made.has(documentId));
    await write(projectId, { documentIds: idsOf(chapters), volume, isRename });
    // What went on since, out of the book or into another volume, stays where it is.
    const undo = async (): Promise<boolean> => {
      const now = documentsNow();
      const there = now.filter(({ documentId, group }) => group === volume && made.has(documentId));
      if (there.length === 0) return false;
      const before = volumeNow(now, stood, first.group);
      await write(projectId, { documentIds: idsOf(there), volume: before, isRename });
      return true;
    };
    offerUndo({ projectId, place: 'binder', text, undo });
  });
}

function toldOf(t: Translate, chapters: readonly DocumentInfo[], volume: string): string {
  const [first] = chapters;
  const name = volumeName(t, volume);
  if (chapters.length > 1 || first === undefined) {
    return t('binder:volume.putMany', { count: chapters.length, volume: name });
  }
  const { title } = chapterHeading(first.title);
  return t('binder:volume.putOne', { title, volume: name });
}

/** Where the next of some chapters goes: behind the one before it, else to the near end of the volume. */
function nextPlace(others: readonly DocumentInfo[], from: number, volume: string, last?: string) {
  if (last !== undefined) return others.findIndex((one) => one.documentId === last) + 1;
  const first = others.findIndex(({ group }) => group === volume);
  const behind = others.findLastIndex(({ group }) => group === volume) + 1;
  return from >= behind ? behind : first;
}

/** Puts chapters before what followed them, the last first, back into their volume. False where none is in the book any more. */
async function takeBack(
  projectId: string,
  chapters: readonly DocumentInfo[],
  followedBy: string | undefined,
  stood: readonly DocumentInfo[],
): Promise<boolean> {
  const present = new Set(idsOf(documentsNow()));
  const there = chapters.filter(({ documentId }) => present.has(documentId));
  let before = followedBy;
  for (const chapter of there.toReversed()) {
    await putBack(projectId, chapter, before, stood);
    before = chapter.documentId;
  }
  return there.length > 0;
}

/** Chapters that stand together go to the near end of a volume that is there. Rejects with the failure of a call. */
function joinVolume(t: Translate, chapters: readonly DocumentInfo[], volume: string) {
  return inTurn(async () => {
    const { project } = useSession.getState();
    if (project === null) return;
    const { projectId, documents } = project;
    const from = documents.findIndex((one) => one.documentId === chapters[0]?.documentId);
    const followedBy = documents[from + chapters.length]?.documentId;
    const moved: DocumentInfo[] = [];
    try {
      for (const chapter of chapters) {
        const { documentId } = chapter;
        const others = without(documentsNow(), documentId);
        const index = nextPlace(others, from, volume, moved.at(-1)?.documentId);
        await writePlace(projectId, documentId, { index, volume });
        moved.push(chapter);
      }
    } finally {
      // Also what was moved before a failure has its way back.
      if (moved.length > 0) {
        const rest = chapters[moved.length]?.documentId ?? followedBy;
        const gone = new Set(idsOf(moved));
        const stood = documents.filter(({ documentId }) => !gone.has(documentId));
        const undo = () => takeBack(projectId, moved, rest, stood);
        offerUndo({ projectId, place: 'binder', text: toldOf(t, moved, volume), undo });
      }
    }
  });
}

/** Puts chapters that stand together into a volume, a new one or one that is there. Rejects with the failure of a call. */
export const putIntoVolume = (
  t: Translate,
  chapters: readonly DocumentInfo[],
  volume: string,
): Promise<void> =>
  documentsNow().some(({ group }) => group === volume)
    ? joinVolume(t, chapters, volume)
    : makeVolume(chapters, { volume, text: toldOf(t, chapters, volume), isRename: false });

/** Gives a volume another name, wherever its chapters stand. Rejects with the failure of the call. */
export const renameVolume = (t: Translate, before: string, after: string): Promise<void> =>
  makeVolume(
    documentsNow().filter(({ group }) => group === before),
    {
      volume: after,
      text: t('binder:volume.renamed', {
        before: volumeName(t, before),
        after: volumeName(t, after),
      }),
      isRename: true,
    },
  );
