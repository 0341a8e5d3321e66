import { showAssistant } from '#renderer/app/assistant-mode.ts';
import { runSkillWith } from '#renderer/features/write/index.ts';
import type { SkillInfo } from '#shared/domain/skill.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { newConversation } from '../assistant-commands.ts';
import { exportConversation } from '../conversations/export.ts';
import { useAssistant } from '../store.ts';
import { readSlash } from './slash.ts';
import { draftKey, emptyDraft, useComposer } from './store.ts';

/** Sends what was written, or does what it asks for when it is a command. */
export async function carryOut(t: Translate, skills: readonly SkillInfo[]): Promise<void> {
  const key = draftKey();
  const { drafts, send } = useComposer.getState();
  const slash = readSlash(drafts.get(key)?.text ?? '', skills);
  if (slash === null) {
    await send();
    return;
  }
  const { attachments } = drafts.get(key) ?? emptyDraft;
  useComposer.setState({ drafts: new Map(drafts).set(key, { text: '', attachments }) });
  if (slash.kind === 'skill') {
    showAssistant('write');
    await runSkillWith(slash.skillId, slash.instruction);
    return;
  }
  const { conversationId, compact } = useAssistant.getState();
  if (slash.action === 'new') newConversation();
  else if (slash.action === 'compact') await compact();
  else if (conversationId !== null) await exportConversation(t, conversationId);
}
