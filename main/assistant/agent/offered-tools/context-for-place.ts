/** The tool `context_for_place`. */
import { z } from 'zod';
import type { ContextEngine } from '#main/context/engine/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { RetrievalService } from '#main/context/retrieval/service.ts';
import { defineTool, type Tool } from '../tool.ts';
import { catchToolFailure } from '../tools/catch-tool-failure.ts';
import { FilePath } from '../tools/files/inputs.ts';
import { notAChapter } from '../tools/files/propose-edit.ts';
import type { ProjectFiles } from '../tools/files/project-files.ts';

const Input = z.strictObject({
  path: FilePath,
  position: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('UTF-16 code units into the chapter; left out, its end.'),
  skill: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The skill the context is for. Default continue.'),
});

/**
 * `context_for_place` (N16): the four layers as a request of the desk from that place would send them, kept in its
 * history like any other. The chapter opens the fences it opens there.
 */
export const createContextForPlaceTool = (dependencies: {
  engine: Pick<ContextEngine, 'assemble' | 'fenceView'>;
  documents: Pick<DocumentsService, 'read'>;
  retrieval: Pick<RetrievalService, 'index'>;
  files: Pick<ProjectFiles, 'find'>;
}): Tool => {
  const { engine, documents, retrieval, files } = dependencies;
  return defineTool({
    name: 'context_for_place',
    description:
      "Answers what is known at a place of the book, within the writer's token budget: their constraints, the codex entries that matter there, passages told earlier that the place depends on, and the text before it. Take it before you write for that place.",
    input: Input,
    origin: 'project',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ path, position, skill = 'continue' }, context) => {
      const { projectId, signal } = context;
      const { document, path: shownPath } = await files.find(context, path);
      if (!document) throw notAChapter(shownPath);
      const { documentId } = document;
      // Nothing shows the other program that passages were missing because they were not indexed yet.
      await retrieval.index(projectId, true);
      const { text } = await documents.read(projectId, documentId);
      const cursorPosition = position ?? text.length;
      const request = { projectId, documentId, cursorPosition, skillId: skill };
      const assembly = await engine.assemble(request, signal);
      const { systemPrompt, prompt, tokenCount, assemblyId, warnings } = assembly;
      return {
        text: [systemPrompt, prompt].filter((part) => part !== '').join('\n\n'),
        data: { assemblyId, tokenCount, warnings },
      };
    }),
  });
};
