/** What the writer of a sample novel decided beside its text: synopses, goals, promises, notes (W1 W4 N13). */
import type { SampleParts } from '#main/book/projects/index.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { NotesService } from '#main/book/notes/service.ts';
import type { SceneFactsService } from '#main/book/scene-facts/service.ts';
import type { ScenesService } from '#main/book/scenes/service.ts';
import type { ThreadsService } from '#main/book/threads/service.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';

export type PlanServices = {
  documents: Pick<DocumentsService, 'list' | 'read' | 'update' | 'toVolume'>;
  scenes: ScenesService;
  sceneFacts: Pick<SceneFactsService, 'update'>;
  threads: Pick<ThreadsService, 'list' | 'create'>;
  notes: Pick<NotesService, 'list' | 'create'>;
};

const invalid = (message: string): AppError => new AppError('PROJECT_FILE_INVALID', message);

/** What is decided already stays: it may be called again where it was cut short. PROJECT_FILE_INVALID. */
export const createPlanSample =
  ({ documents, scenes, sceneFacts, threads, notes }: PlanServices): SampleParts['plan'] =>
  async (projectId, seed) => {
    const chapters = documents.list(projectId);
    const chapterAt = (number: number): DocumentInfo => {
      const found = chapters[number - 1];
      if (found === undefined) throw invalid(`The sample has no chapter ${number}.`);
      return found;
    };
    const passage = async ({ chapter, quote }: { chapter: number; quote: string }) => {
      const { documentId } = chapterAt(chapter);
      const { text } = await documents.read(projectId, documentId);
      const start = text.indexOf(quote);
      if (start < 0) throw invalid(`Chapter ${chapter} of the sample does not say "${quote}".`);
      return { documentId, start, end: start + quote.length, quote };
    };

    for (const [at, { name: volume, until }] of seed.volumes.entries()) {
      const inside = chapters.slice(seed.volumes[at - 1]?.until ?? 0, until);
      const others = inside.filter(({ group }) => group !== volume);
      const documentIds = others.map(({ documentId }) => documentId);
      if (documentIds.length > 0) await documents.toVolume({ projectId, documentIds, volume });
    }
    for (const [at, planned] of seed.chapters.entries()) {
      const { documentId, synopsis } = chapterAt(at + 1);
      if (synopsis === '') await documents.update({ projectId, documentId, ...planned });
    }
    for (const { chapter, scene, ...planned } of seed.scenes) {
      const { documentId } = chapterAt(chapter);
      const [read] = (await scenes.list({ projectId, documentId })).items;
      const found = read?.scenes[scene - 1];
      if (!found) throw invalid(`Chapter ${chapter} of the sample has no scene ${scene}.`);
      const { start, opening, facts } = found;
      const at = { documentId, start, opening };
      if (facts === undefined) await sceneFacts.update({ projectId, at, ...planned });
    }
    const opened = new Set((await threads.list({ projectId })).items.map(({ title }) => title));
    for (const { due, places, ...thread } of seed.threads) {
      if (opened.has(thread.title)) continue;
      const stretches = [];
      for (const { kind, ...place } of places) stretches.push({ kind, ...(await passage(place)) });
      const { documentId } = due === null ? { documentId: null } : chapterAt(due);
      await threads.create({
        ...{ projectId, ...thread, places: stretches },
        due: documentId === null ? null : { documentId },
      });
    }
    const noted = new Set((await notes.list({ projectId })).items.map(({ text }) => text));
    for (const { kind, text, ...place } of seed.notes) {
      if (noted.has(text)) continue;
      await notes.create({ projectId, kind, text, ...(await passage(place)) });
    }
  };
