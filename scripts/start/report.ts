import type { Output } from '#shared/contract/index.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { Call } from './server.ts';

/** How long the start waits for the index before it goes on without, ms. */
const timeoutMs = 10_000;

/**
 * Opens the project of last time, or the sample novel on the first run, assembles a real context at
 * the end of its last chapter and says both in words.
 * @returns lines for the terminal
 * @throws Error when the running Fabula refuses a call
 */
export async function reportProject(call: Call, language: Language): Promise<string[]> {
  const { items } = await call('projects:list', {});
  const last = items[0];
  const project = last
    ? await call('projects:open', { path: last.path })
    : await call('projects:openSample', { language });
  const how = last ? '' : ' (the sample novel, copied for you)';
  const { projectId, documents } = project;
  const lines = [`Project: ${project.name}, ${documents.length} chapters in ${project.path}${how}`];
  const chapter = documents.at(-1);
  if (!chapter) return [...lines, 'Context: none yet, the project has no chapter'];
  const indexed = await isIndexed(call, projectId);
  const { documentId } = chapter;
  const { text } = await call('documents:read', { projectId, documentId });
  const assembly = await call('context:assemble', {
    projectId,
    documentId,
    cursorPosition: text.length,
    skillId: 'continue',
  });
  const pending = indexed ? [] : ['Index: still being built, so passages are missing below'];
  return [...lines, ...pending, describeAssembly(chapter.title, assembly)];
}

/** Waits for the index, but not long: a million characters take a while the first time. */
async function isIndexed(call: Call, projectId: string): Promise<boolean> {
  try {
    await call('retrieval:index', { projectId, wait: true }, AbortSignal.timeout(timeoutMs));
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return false;
    throw error;
  }
}

/** One line on the four layers of an assembly. */
export function describeAssembly(
  chapter: string,
  { tokenCount, layers, warnings }: Output<'context:assemble'>,
): string {
  const shares = [
    `rules ${layers.rules.tokens}`,
    `settings ${layers.settings.tokens}`,
    `retrieved ${layers.retrieved.tokens} in ${layers.retrieved.chunks} passages`,
    `immediate ${layers.immediate.tokens}`,
  ].join(', ');
  const noted = warnings.length === 0 ? '' : `; ${warnings.join('; ')}`;
  return `Context at the end of “${chapter}”: ${tokenCount} tokens (${shares})${noted}`;
}
