/** The tool `search_manuscript`. */
import { z } from 'zod';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import { documentKey } from '#shared/domain/source-key.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import { defineTool, type Tool, type ToolContext } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';
import { hiddenSpans } from '../files/apply-edits.ts';
import { allowsPath, type ProjectFiles } from '../files/project-files.ts';
import { excerptAround } from './excerpt-around.ts';

const maxHits = 20;
/** Hits asked for, so that enough are left when fences take theirs. */
const askedFor = 100;
/** UTF-16 code units of a passage that are shown. */
const shownLength = 800;

const Input = z.strictObject({
  query: z.string().trim().min(1).max(2000).describe('What to look for, in the words of the book.'),
  limit: z.number().int().min(1).max(maxHits).optional().describe('Default 10.'),
});

/** Nobody is to take what was not looked at for searched. */
const unsearched = (chapters: number): string =>
  `${chapters} chapters are still being indexed and were not searched. Grep finds exact text in them; or search again later.`;

type Found = { document: DocumentInfo; line: number; excerpt: string; cut: boolean };

const lineOf = (text: string, position: number): number =>
  text.slice(0, position).split('\n').length;

/** A passage as it may be shown; null when a fence hides any of it, or the chapter has changed since. */
const shownPassage = ({
  hit,
  query,
  text,
  shown,
}: {
  hit: SearchHit;
  query: string;
  text: string;
  shown: string;
}): Omit<Found, 'document'> | null => {
  const start = text.startsWith(hit.text, hit.start) ? hit.start : text.indexOf(hit.text);
  if (start < 0) return null;
  const end = start + hit.text.length;
  if (hiddenSpans(text, shown).some((span) => span.start < end && span.end > start)) return null;
  const begin = hit.text.search(/\S|$/);
  const { from, excerpt, cut } = excerptAround(hit.text.trim(), query, shownLength);
  return { line: lineOf(text, start + begin + from), excerpt, cut };
};

/** `search_manuscript`. */
export const createSearchManuscriptTool = (dependencies: {
  documents: Pick<DocumentsService, 'byId' | 'read'>;
  retrieval: Pick<RetrievalService, 'search' | 'status'>;
  files: Pick<ProjectFiles, 'find' | 'title'>;
}): Tool => {
  const { documents, retrieval, files } = dependencies;

  const search = async (query: string, limit: number, context: ToolContext): Promise<Found[]> => {
    const { projectId, view } = context;
    const chapters = documents.byId(projectId);
    const texts = new Map<string, { text: string; shown: string }>();
    const found: Found[] = [];
    for (const hit of await retrieval.search(projectId, query, askedFor)) {
      if (found.length >= limit) break;
      context.signal.throwIfAborted();
      const document = chapters.get(hit.documentId);
      if (!document || !view.allowsDocument(document.documentId)) continue;
      if (!allowsPath(view, document.path)) continue;
      let read = texts.get(document.documentId);
      if (!read) {
        const { text } = await documents.read(projectId, document.documentId);
        read = { text, shown: view.redact(text).text };
        texts.set(document.documentId, read);
      }
      const passage = shownPassage({ hit, query, ...read });
      if (passage) found.push({ document, ...passage });
    }
    return found;
  };

  return defineTool({
    name: 'search_manuscript',
    description: `Searches the whole manuscript by words and meaning and answers the best passages with chapter and line, at most ${maxHits}. For exact text use Grep; to read around a passage use Read with offset.`,
    input: Input,
    origin: 'project',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ query, limit = 10 }, context) => {
      const { pending } = retrieval.status(context.projectId);
      const found = await search(query, limit, context);
      // A folder that is gone has nothing in it either, which says nothing of the book.
      if (found.length === 0) await files.find(context, '');
      const hits = found.map(({ document, line, excerpt, cut }) => ({
        file: document.path,
        chapter: document.chapter,
        title: files.title(context, document),
        line,
        excerpt,
        cut,
      }));
      const blocks = hits.map(
        ({ file, chapter, title, line, excerpt }, index) =>
          `${index + 1}. ${file}:${line} (chapter ${chapter}${title === '' ? '' : `, "${title}"`})\n${excerpt}`,
      );
      const answer = hits.length === 0 ? 'Nothing was found.' : blocks.join('\n\n');
      const text = pending === 0 ? answer : `${answer}\n\n${unsearched(pending)}`;
      const read = found.map(({ document }) => documentKey(document.documentId));
      return { text, data: { query, hits, total: hits.length, pending }, from: { read } };
    }),
  });
};
