/** The tool `Edit`. */
import { z } from 'zod';
import type { AiService } from '#main/ai/runs/service.ts';
import { defineTool, type Tool } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';
import { FilePath } from './inputs.ts';
import type { ProjectFiles } from './project-files.ts';
import { proposeEdits } from './propose-edit.ts';

const maxPassageLength = 200_000;

/** One replacement; the same in Edit and MultiEdit. */
export const EditInput = z.strictObject({
  old_string: z
    .string()
    .max(maxPassageLength)
    .describe('The passage as it stands in the file, to the letter, without line numbers.'),
  new_string: z.string().max(maxPassageLength).describe('What takes its place.'),
  replace_all: z
    .boolean()
    .optional()
    .describe('Replace every occurrence. Otherwise old_string must be there exactly once.'),
});

/** `Edit`. */
export const createEditTool = (dependencies: {
  files: ProjectFiles;
  ai: Pick<AiService, 'propose'>;
}): Tool =>
  defineTool({
    name: 'Edit',
    description:
      'Proposes to replace a passage of a chapter. Nothing is written: the writer sees the change in the text and accepts or refuses it. Read the chapter first; old_string must be there exactly once, or set replace_all.',
    input: EditInput.extend({ path: FilePath }),
    origin: 'file',
    ephemeral: null,
    permission: null,
    run: catchToolFailure(({ path, ...edit }, context) =>
      proposeEdits(dependencies, context, path, [edit]),
    ),
  });
