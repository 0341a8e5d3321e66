/** The tools of a book for programs outside of the desk (N16). */
import { nanoid } from 'nanoid';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import type { ContextEngine } from '#main/context/engine/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import type { Egress } from '#main/egress/service.ts';
import type { Logger } from '#main/platform.ts';
import { admitCall, type CallDependencies } from '../loop/carry-out-call.ts';
import { createToolbox } from '../loop/toolbox.ts';
import { withVisibleControls } from '../offload/index.ts';
import type { OfferedCall, OfferedTools } from '../service.ts';
import type { Tool, ToolContext } from '../tool.ts';
import type { ManuscriptTools } from '../tools/manuscript-tools.ts';
import { createContextForPlaceTool } from './context-for-place.ts';
import { handOver } from './hand-over.ts';
import { createListChaptersTool } from './list-chapters.ts';
import { findPlace, parsePlace, withPlace } from './place-asked-for.ts';

export type OfferToolsDependencies = {
  manuscript: Pick<ManuscriptTools, 'book' | 'files'>;
  engine: Pick<ContextEngine, 'assemble' | 'fenceView'>;
  documents: Pick<DocumentsService, 'list' | 'read'>;
  retrieval: Pick<RetrievalService, 'index'>;
  permissions: CallDependencies['permissions'];
  egress: Pick<Egress, 'sendThrough'>;
  logger: Logger;
  languageOf(projectId: string): Language;
};

/** Bytes of UTF-8 of one page of a text: as much as a tool ever shows. */
const pageBytes = 48 * 1024;
/** How often a book is looked at while its fences are being closed before that is the answer. */
const maxAttempts = 3;
/** None of these tools has a switch. */
const noSwitches = { bash: 'off', terminal: 'off', web: 'off', mcp: 'off' } as const;

const refused = (message: string): ToolResult => ({
  status: 'error',
  text: `FENCED: ${message}`,
  data: {},
  error: { code: 'FENCED', message },
});

const noPlace = refused('There is no such place, or a fence keeps it back. See list_chapters.');
const stillClosing = refused('The writer is closing chapters at this moment. Try again.');
/** Nothing of the chapter is repeated. */
const proposedMeanwhile = refused(
  'The proposal waits for the writer, who closed chapters meanwhile. Do not repeat it.',
);

/** What goes to other programs has no characters that act without being seen; nothing becomes a file. */
const processResult: CallDependencies['process'] = (_tool, result) =>
  Promise.resolve(withVisibleControls(result));

/**
 * Each call is a conversation of its own, beside the chapter that it is asked for: what a request from there may have is
 * shown, and beside none nothing that any fence closes (N3). A fence that is set while a tool reads holds for what it read.
 */
export const createOfferTools = (
  dependencies: OfferToolsDependencies,
): ((projectId: string) => OfferedTools) => {
  const { manuscript, engine, permissions, logger, languageOf } = dependencies;
  const parts = { ...dependencies, files: manuscript.files };
  const tools: readonly Tool[] = [
    createListChaptersTool(parts),
    ...manuscript.book,
    createContextForPlaceTool(parts),
  ];
  const toolbox = createToolbox(tools, noSwitches);
  const readOnly = new Set(tools.filter((tool) => tool.readOnly).map(({ name }) => name));
  const calls = { permissions, logger, process: processResult };

  return (projectId) => {
    const conversationId = nanoid();
    const viewOf = (documentId: string | null) => engine.fenceView(projectId, documentId);
    const contextOf = (
      program: string,
      beside: ReturnType<typeof findPlace>,
      signal: AbortSignal,
    ): ToolContext => ({
      projectId,
      conversationId,
      turnId: nanoid(),
      callId: nanoid(),
      program,
      language: languageOf(projectId),
      view: beside?.view ?? viewOf(null),
      ...(beside ? { place: beside.documentId } : {}),
      opensFile: () => false,
      pageBytes,
      setTodos: () => undefined,
      signal,
    });
    const answer = async (
      { name, input: given, program }: OfferedCall,
      signal: AbortSignal,
    ): Promise<ToolResult> => {
      const { place, input } = parsePlace(name, given);
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const beside = findPlace(place, dependencies.documents.list(projectId), viewOf);
        // Where the place is what the tool takes, it says itself what is wrong with it.
        if (place !== null && !beside && input !== given) return noPlace;
        const context = contextOf(program, beside, signal);
        const isOpen = context.view.openSince();
        const call = { callId: context.callId, toolName: name, input };
        const carryOut = await admitCall(calls, toolbox, call, context);
        const result = await carryOut();
        if (result.status === 'error' || isOpen()) return result;
        if (!readOnly.has(name)) return proposedMeanwhile;
      }
      return stillClosing;
    };
    return {
      tools: toolbox.offered
        .map(withPlace)
        .map((tool) => ({ ...tool, readOnly: readOnly.has(tool.name) })),
      async call(request, signal) {
        const { program, name } = request;
        const result = await answer(request, signal);
        return handOver(dependencies.egress, { projectId, program, tool: name, result }, signal);
      },
    };
  };
};
