/** What the assistant's tools are called on screen; their own names are for the model. */
import type { Translate } from '#renderer/i18n/index.ts';

const kinds = {
  LS: 'list',
  Glob: 'glob',
  Grep: 'grep',
  Read: 'read',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'write',
  TodoWrite: 'todo',
  search_manuscript: 'search',
  lookup_codex: 'codex',
  lookup_constraints: 'constraints',
  lookup_synopses: 'synopses',
  context_list: 'files',
  context_read: 'file',
  context_tail: 'file',
  context_grep: 'fileSearch',
  Bash: 'command',
  terminal_create: 'command',
  terminal_output: 'terminal',
  terminal_wait: 'terminal',
  terminal_kill: 'terminalEnd',
  terminal_release: 'terminalEnd',
  web_read: 'web',
} as const;
/** What a tool does, for a person; several tools may do the same. */
export type StepKind = (typeof kinds)[keyof typeof kinds] | 'other';

export const kindOf = (toolName: string): StepKind =>
  Object.entries(kinds).find(([name]) => name === toolName)?.[1] ?? 'other';

/** What a tool does in the writer's words; a tool server's tools keep the name their server gave them. */
export function toolWords(t: Translate, toolName: string): string {
  const kind = kindOf(toolName);
  return kind === 'other' ? toolName : t(`assistant:tools.${kind}`);
}
