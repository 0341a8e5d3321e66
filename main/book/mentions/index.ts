/**
 * Where the entries of the codex are named in the book, how often and by which name (W6). Names are found by the codex'
 * own matcher, as for requests. Fenced chapters count too: this is for the writer's eyes, and no request asks for it.
 */
import { AppError } from '#shared/errors.ts';
import { createCountBook, type CountedBook, type MentionSources } from './count-book.ts';
import type { MentionsService } from './service.ts';

/** In how many chapters each other entry is named that this one is named in too. */
const countBeside = ({ chapters }: CountedBook, entityId: string): Map<string, number> => {
  const beside = new Map<string, number>();
  for (const { counts } of chapters) {
    if (!counts.has(entityId)) continue;
    for (const other of counts.keys()) {
      if (other !== entityId) beside.set(other, (beside.get(other) ?? 0) + 1);
    }
  }
  return beside;
};

export const createMentions = (sources: MentionSources): MentionsService => {
  const countBook = createCountBook(sources);
  return {
    async list(projectId) {
      const { chapters, unread } = await countBook(projectId);
      const sums = new Map<string, { count: number; chapters: number }>();
      for (const { counts } of chapters) {
        for (const [entityId, { count }] of counts) {
          const sum = sums.get(entityId) ?? { count: 0, chapters: 0 };
          sums.set(entityId, { count: sum.count + count, chapters: sum.chapters + 1 });
        }
      }
      return {
        items: [...sums].map(([entityId, sum]) => ({ entityId, ...sum })),
        unread: [...unread],
      };
    },

    async read({ projectId, entityId }) {
      if (!sources.knowledge.listEntities(projectId).some((one) => one.entityId === entityId)) {
        throw new AppError('ENTITY_NOT_FOUND', 'There is no such entity in this project.', {
          entityId,
        });
      }
      const book = await countBook(projectId);
      return {
        chapters: book.chapters.flatMap(({ documentId, chapter, counts }) => {
          const own = counts.get(entityId);
          if (!own) return [];
          const { count, start, end, names } = own;
          return [
            {
              ...{ documentId, chapter, count, start, end },
              names: [...names].map(([name, times]) => ({ name, count: times })),
            },
          ];
        }),
        beside: [...countBeside(book, entityId)].map(([other, chapters]) => ({
          entityId: other,
          chapters,
        })),
        unread: [...book.unread],
      };
    },
  };
};
