/** The tool `Write`. */
import { z } from 'zod';
import type { AiService } from '#main/ai/runs/service.ts';
import { defineTool, type Tool, type ToolContext } from '../../tool.ts';
import { type ToolAnswer, catchToolFailure, Refusal } from '../catch-tool-failure.ts';
import { FilePath } from './inputs.ts';
import { newChapterPath } from './new-chapter-path.ts';
import { splitLines } from './page-lines.ts';
import type { ProjectEntry, ProjectFiles } from './project-files.ts';
import {
  maxLinesShown,
  notAChapter,
  shortenForDisplay,
  describeWaitingProposal,
} from './propose-edit.ts';

const maxTextLength = 1_000_000;

const Input = z.strictObject({
  path: FilePath.describe('A chapter, or a new one: ends in .md or .txt, relative to the project.'),
  content: z.string().min(1).max(maxTextLength).describe('The whole text.'),
});

/** `Write`. */
export const createWriteTool = (dependencies: {
  files: ProjectFiles;
  ai: Pick<AiService, 'propose'>;
}): Tool => {
  const { files, ai } = dependencies;

  const answerOf = (
    path: string,
    action: 'created' | 'overwritten',
    candidateId: string,
    content: string,
  ): ToolAnswer => {
    const lines = splitLines(content);
    const head = lines.slice(0, maxLinesShown).map(shortenForDisplay);
    const done = action === 'created' ? 'A new chapter' : 'A new text';
    return {
      text: `${done} of ${lines.length} lines is proposed. ${describeWaitingProposal(path, candidateId)}`,
      data: {
        path,
        action,
        applied: false,
        candidateId,
        lines: lines.length,
        head,
        truncated: head.length < lines.length,
      },
    };
  };

  const overwrite = async (
    context: ToolContext,
    file: ProjectEntry,
    text: string,
  ): Promise<ToolAnswer> => {
    if (!file.document) throw notAChapter(file.path);
    const current = await files.readText(context, file);
    if (context.view.redact(current.text).redacted > 0) {
      throw new Refusal(
        'FENCED',
        'Fences keep parts of this chapter back; a whole new text would drop them. Use Edit.',
      );
    }
    const { projectId, turnId, program } = context;
    const { documentId } = file.document;
    const version = current.version ?? '';
    const { candidateId } = await ai.propose({
      projectId,
      turnId,
      program,
      documentId,
      version,
      text,
    });
    return answerOf(file.path, 'overwritten', candidateId, text);
  };

  return defineTool({
    name: 'Write',
    description:
      'Proposes a new chapter, or a whole new text for one. Nothing is written: the writer accepts or refuses it. For changes within a chapter use Edit. The text begins with its title as a Markdown heading. At most 1,000,000 characters.',
    input: Input,
    origin: 'file',
    ephemeral: null,
    permission: null,
    run: catchToolFailure(async ({ path, content }, context) => {
      if (content.includes('\0')) {
        throw new Refusal('TEXT_INVALID', 'The text holds NUL characters.');
      }
      const text = content.replace(/\r\n?/g, '\n').replace(/^\ufeff+/, '');
      const file = await files.findOrNull(context, path);
      if (file) return overwrite(context, file, text);
      const newPath = newChapterPath(path);
      const { projectId, turnId, program } = context;
      const { candidateId } = await ai.propose({ projectId, turnId, program, newPath, text });
      return answerOf(newPath, 'created', candidateId, text);
    }),
  });
};
