/** What the files of a conversation are, for a person: what was looked up, read, run, said. */
import { kindOf, type StepKind } from '#renderer/app/tool-words.ts';
import type { ContextFile } from '#shared/domain/context-file.ts';

export const fileGroups = ['lookedUp', 'read', 'said', 'other'] as const;
export type FileGroup = (typeof fileGroups)[number];

const groupsOfSteps: Partial<Record<StepKind, FileGroup>> = {
  search: 'lookedUp',
  grep: 'lookedUp',
  glob: 'lookedUp',
  list: 'lookedUp',
  codex: 'lookedUp',
  constraints: 'lookedUp',
  fileSearch: 'lookedUp',
  read: 'read',
  file: 'read',
  web: 'read',
};

/** Which of them a file is; what no tool of ours made is `other`. */
export const groupOf = ({ kind, source, origin }: ContextFile): FileGroup => {
  const toolName = source?.name ?? origin?.call?.toolName ?? '';
  return kind === 'artifact' ? (groupsOfSteps[kindOf(toolName)] ?? 'other') : 'said';
};

export type FileLine =
  | { kind: 'head'; key: 'pinned' | 'rest'; count: number }
  | { kind: 'file'; key: string; file: ContextFile };

/** The files in the order of the list: those to be kept first, each part under a head where there are both. */
export function linesOfFiles(files: readonly ContextFile[]): FileLine[] {
  const pinned = files.filter((file) => file.pinned === true);
  const rest = files.filter((file) => file.pinned !== true);
  const line = (file: ContextFile): FileLine => ({ kind: 'file', key: file.id, file });
  if (pinned.length === 0 || rest.length === 0) return files.map(line);
  return [
    { kind: 'head', key: 'pinned', count: pinned.length },
    ...pinned.map(line),
    { kind: 'head', key: 'rest', count: rest.length },
    ...rest.map(line),
  ];
}
