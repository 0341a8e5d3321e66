import { z } from 'zod';
import type { AiService } from '#main/ai/runs/service.ts';
import { defineTool, type Tool } from '../../tool.ts';
import { answering } from '../answer.ts';
import { EditInput } from './edit.ts';
import { FilePath } from './inputs.ts';
import type { ProjectFiles } from './project-files.ts';
import { proposeEdits } from './propose-edit.ts';

const mostEdits = 100;

/** `MultiEdit`. */
export const multiEditTool = (needs: {
  files: ProjectFiles;
  ai: Pick<AiService, 'propose'>;
}): Tool =>
  defineTool({
    name: 'MultiEdit',
    description: `Proposes several replacements in one chapter as one change. They are made in order, each on what the one before left; if one cannot be made, none is proposed. Nothing is written before the writer accepts. At most ${mostEdits} edits.`,
    input: z.strictObject({ path: FilePath, edits: z.array(EditInput).min(1).max(mostEdits) }),
    origin: 'file',
    ephemeral: null,
    permission: null,
    run: answering(({ path, edits }, context) => proposeEdits(needs, context, path, edits)),
  });
