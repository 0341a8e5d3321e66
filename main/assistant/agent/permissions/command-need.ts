/** What must be asked before a command, also when settings allow commands. */
import { isDocumentKey } from '#shared/domain/source-key.ts';
import type { PermissionNeed, ToolContext } from '../tool.ts';
import { commandRule, type CommandSetting, isProgramRule } from './command-rule.ts';

export const hasClosedChapters = ({ view }: Pick<ToolContext, 'view'>): boolean =>
  [...view.closed()].some(isDocumentKey);

/**
 * While chapters are closed only programs of the list run as settings say: what these print is known again by its lines.
 * Every other command could read a closed chapter and print it encoded, so each is the writer's to look at (N3).
 */
export const commandNeed = (
  kind: 'bash' | 'terminal',
  command: string,
  setting: CommandSetting,
  context: Pick<ToolContext, 'view'>,
): PermissionNeed => {
  const rule = commandRule(command, setting);
  const isAsked = !isProgramRule(rule) && hasClosedChapters(context);
  return { kind, rule, ...(isAsked ? { fencedReach: 'call' as const } : {}) };
};
