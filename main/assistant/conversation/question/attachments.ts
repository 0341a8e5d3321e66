/** Tells the model which files the writer attached. */
import type { ContextFile } from '#shared/domain/context-file.ts';

const kibi = 1024;

/** What is said to the model of files the writer attached: ids, never contents. */
export const attachmentReminders = (
  files: readonly Pick<ContextFile, 'id' | 'hint' | 'byteSize'>[],
): string[] =>
  files.map(({ id, hint, byteSize }) => {
    const size = byteSize === undefined ? '' : ` (${(byteSize / kibi).toFixed(1)}KB)`;
    return [
      '<system-reminder>',
      `The user attached the context file ${id}: ${hint}${size}.`,
      `You MUST read it with context_read, id ${JSON.stringify(id)}, before answering.`,
      '</system-reminder>',
    ].join('\n');
  });
