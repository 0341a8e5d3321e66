/** What the writer of a sample novel decided beside its text: synopses, goals, promises, notes (W1 W4 N13). */
import type { SampleParts } from '#main/book/projects/index.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { NotesService } from '#main/book/notes/service.ts';
import type { SceneFactsService } from '#main/book/scene-facts/service.ts';
import type { ScenesService } from '#main/book/scenes/service.ts';
import type { ThreadsService } from '#main/book/threads/service.ts';

export type PlanServices = {
  documents: Pick<DocumentsService, 'list' | 'read' | 'update' | 'toVolume'>;
  scenes: ScenesService;
  sceneFacts: Pick<SceneFactsService, 'update'>;
  threads: Pick<ThreadsService, 'list' | 'create'>;
  notes: Pick<NotesService, 'list' | 'create'>;
};

/**
 * What is decided already stays: it may be called again where it was cut short. A copy with other chapters is the writer's own book by
 * now and is left as it is, and so is a place whose words the writer changed.
 */
export const createPlanSample =
  ({ documents, scenes, sceneFacts, threads, notes }: PlanServices): SampleParts['plan'] =>
  async (projectId, seed) => {
    const chapters = documents.list(projectId);
    if (chapters.length !== seed.chapters.length) return;
    const idOf = (chapter: number): string => chapters[chapter - 1]?.documentId ?? '';
    const passage = async ({ chapter, quote }: { chapter: number; quote: string }) => {
      const documentId = idOf(chapter);
      const { text } = await documents.read(projectId, documentId);
      const start = text.indexOf(quote);
      return start < 0 ? null : { documentId, start, end: start + quote.length, quote };
    };

    for (const [at, { name: volume, until }] of seed.volumes.entries()) {
      const inside = chapters.slice(seed.volumes[at - 1]?.until ?? 0, until);
      const others = inside.filter(({ group }) => group !== volume);
      const documentIds = others.map(({ documentId }) => documentId);
      if (documentIds.length > 0) await documents.toVolume({ projectId, documentIds, volume });
    }
    for (const [at, planned] of seed.chapters.entries()) {
      const documentId = idOf(at + 1);
      if (chapters[at]?.synopsis === '')
        await documents.update({ projectId, documentId, ...planned });
    }
    for (const { chapter, scene, ...planned } of seed.scenes) {
      const documentId = idOf(chapter);
      const [read] = (await scenes.list({ projectId, documentId })).items;
      const found = read?.scenes[scene - 1];
      if (found === undefined || found.facts !== undefined) continue;
      const at = { documentId, start: found.start, opening: found.opening };
      await sceneFacts.update({ projectId, at, ...planned });
    }
    const opened = new Set((await threads.list({ projectId })).items.map(({ title }) => title));
    for (const { due, places: planned, ...thread } of seed.threads) {
      if (opened.has(thread.title)) continue;
      const places = [];
      for (const { kind, ...place } of planned) {
        const found = await passage(place);
        if (found !== null) places.push({ kind, ...found });
      }
      const dueIn = due === null ? null : { documentId: idOf(due) };
      await threads.create({ projectId, ...thread, places, due: dueIn });
    }
    const noted = new Set((await notes.list({ projectId })).items.map(({ text }) => text));
    for (const { kind, text, ...place } of seed.notes) {
      const found = noted.has(text) ? null : await passage(place);
      if (found !== null) await notes.create({ projectId, kind, text, ...found });
    }
  };
