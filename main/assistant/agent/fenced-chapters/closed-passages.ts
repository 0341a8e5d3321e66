/** The words of the chapters, entries and constraints that are closed to a conversation, made anew only when these or their texts change. */
import { constraintKey, entityKey, relationKey } from '#shared/domain/source-key.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { ToolContext } from '../tool.ts';
import { createPassages, type Passages } from './passages.ts';

/** Null when nothing is closed. */
export type ClosedPassages = (
  scope: Pick<ToolContext, 'projectId' | 'view'>,
) => Promise<Passages | null>;

/** What of a book lies in its folder, where commands and servers read it. */
type BookInFolder = {
  documents: Pick<DocumentsService, 'list' | 'read'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'listRelations'>;
  constraints: Pick<ConstraintsService, 'list'>;
};

/** Texts of records that a fence closes, told by their keys: asking about each would count as having read the others. */
const closedRecords = (
  { knowledge, constraints }: Omit<BookInFolder, 'documents'>,
  projectId: string,
  closed: ReadonlySet<string>,
): string[] => {
  if (closed.size === 0) return [];
  return [
    ...knowledge
      .listEntities(projectId)
      .filter(({ entityId }) => closed.has(entityKey(entityId)))
      .flatMap(({ name, aliases, summary, details }) => [
        ...[name, ...aliases, summary],
        ...details.map(({ text }) => text),
      ]),
    ...knowledge
      .listRelations(projectId)
      .filter(({ relationId }) => closed.has(relationKey(relationId)))
      .map(({ predicate }) => predicate),
    ...constraints
      .list(projectId)
      .filter(({ constraintId }) => closed.has(constraintKey(constraintId)))
      .map(({ text }) => text),
  ];
};

export const createClosedPassages = (book: BookInFolder): ClosedPassages => {
  const { documents } = book;
  let last: { key: string; passages: Passages } | null = null;
  return async ({ projectId, view }) => {
    const closed = documents.list(projectId).filter((one) => !view.allowsDocument(one.documentId));
    const records = closedRecords(book, projectId, view.closed());
    if (closed.length === 0 && records.length === 0) return null;
    const texts: { id: string; text: string; version: string }[] = [];
    for (const { documentId } of closed) {
      texts.push({ id: documentId, ...(await documents.read(projectId, documentId)) });
    }
    const key = JSON.stringify([texts.map(({ id, version }) => [id, version]), records]);
    if (last?.key === key) return last.passages;
    const passages = createPassages();
    for (const { text } of texts) passages.add(text);
    for (const text of records) passages.add(text);
    last = { key, passages };
    return passages;
  };
};
