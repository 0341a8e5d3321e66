import { useSession } from '#renderer/app/session.ts';
import { showAssistant } from '#renderer/app/assistant-mode.ts';
import { runSkillWith } from '#renderer/features/write/index.ts';
import type { SkillInfo } from '#shared/domain/skill.ts';
import { AppError } from '#shared/errors.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { newConversation } from '../assistant-commands.ts';
import { exportConversation } from '../conversations/export.ts';
import { useAssistant } from '../store.ts';
import { readSlash } from './slash.ts';
import { draftKey, emptyDraft, type QuotedNote, useComposer } from './store.ts';

/** Whether the chapter beside which a quoted note stands has a fence by now. */
const isClosed = ({ documentId }: QuotedNote): boolean =>
  useSession
    .getState()
    .project?.documents.some((one) => one.documentId === documentId && one.fence !== null) === true;

/** Sends what was written, or does what it asks for when it is a command. */
export async function carryOut(t: Translate, skills: readonly SkillInfo[]): Promise<void> {
  const key = draftKey();
  const { drafts, send, put } = useComposer.getState();
  const slash = readSlash(drafts.get(key)?.text ?? '', skills);
  if (slash === null) {
    await send();
    return;
  }
  const { attachments, quoted } = drafts.get(key) ?? emptyDraft;
  if (slash.kind === 'skill' && quoted.some(isClosed)) {
    const error = new AppError('NOTE_CLOSED', 'A note in it stands in a chapter with a fence.');
    useComposer.setState({ failure: { key, error } });
    return;
  }
  put(key, { ...emptyDraft, attachments });
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
