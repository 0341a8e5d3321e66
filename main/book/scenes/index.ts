/**
 * The scenes of a book's chapters, read from their text when a window asks and kept by its version (W1). Fenced chapters are
 * read too: this is for the writer's eyes, and no request asks for it.
 */
import { LRUCache } from 'lru-cache';
import type { Scene } from '#shared/domain/scene.ts';
import { AppError } from '#shared/errors.ts';
import { scenesOf } from '#main/base/prose/scenes.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { SceneFactsService } from '../scene-facts/service.ts';
import type { ScenesService } from './service.ts';

/** Versions of chapters whose scenes stay in memory: places and first words. */
const keptVersions = 5_000;

const unreadable: readonly string[] = ['DOCUMENT_UNREADABLE', 'DOCUMENT_NOT_FOUND'];

type Read = { version: string; scenes: readonly Scene[] };

/** A chapter takes a few milliseconds: everybody else has a turn after each. */
const others = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const createScenes = ({
  documents,
  sceneFacts,
}: {
  documents: Pick<DocumentsService, 'list' | 'read'>;
  sceneFacts: Pick<SceneFactsService, 'look'>;
}): ScenesService => {
  const kept = new LRUCache<string, readonly Scene[]>({ max: keptVersions });
  const readScenes = async (projectId: string, documentId: string): Promise<Read> => {
    try {
      const { text, version } = await documents.read(projectId, documentId);
      // A version is the hash of a text: wherever it stands, it has the same scenes.
      const known = kept.get(version);
      if (known) return { version, scenes: known };
      await others();
      const scenes = scenesOf(text);
      kept.set(version, scenes);
      return { version, scenes };
    } catch (error) {
      if (!(error instanceof AppError) || !unreadable.includes(error.code)) throw error;
      return { version: '', scenes: [] };
    }
  };
  return {
    async list({ projectId, documentId: only, single = false }) {
      const items = [];
      const decided = await sceneFacts.look(projectId, only);
      const chapters = documents.list(projectId);
      const wanted = chapters.filter(({ documentId }) => only === undefined || documentId === only);
      for (const { documentId } of wanted) {
        const known = decided.get(documentId);
        if (known) {
          const { version, scenes, withoutPlace } = known;
          items.push({ documentId, version, scenes, withoutPlace });
          continue;
        }
        const { version, scenes } = await readScenes(projectId, documentId);
        if (scenes.length > 1 || (single && scenes.length === 1))
          items.push({ documentId, version, scenes: [...scenes], withoutPlace: [] });
      }
      return { items };
    },
  };
};
