/** The tool `MultiEdit`. */
import { z } from 'zod';
import type { AiService } from '#main/ai/runs/service.ts';
import { defineTool, type Tool } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';
import { EditInput } from './edit.ts';
import { FilePath } from './inputs.ts';
import type { ProjectFiles } from './project-files.ts';
import { proposeEdits } from './propose-edit.ts';

const maxEdits = 100;

/** `MultiEdit`. */
export const createMultiEditTool = (dependencies: {
  files: ProjectFiles;
  ai: Pick<AiService, 'propose'>;
}): Tool =>
  defineTool({
    name: 'MultiEdit',
    description: `Proposes several replacements in one chapter as one change. They are made in order, each on what the one before left; if one cannot be made, none is proposed. Nothing is written before the writer accepts. At most ${maxEdits} edits.`,
    input: z.strictObject({ path: FilePath, edits: z.array(EditInput).min(1).max(maxEdits) }),
    origin: 'file',
    ephemeral: null,
    permission: null,
    run: catchToolFailure(({ path, edits }, context) =>
      proposeEdits(dependencies, context, path, edits),
    ),
  });
