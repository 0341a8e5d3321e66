import { addedTo } from '#renderer/app/added-words.ts';
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

/** Words that went elsewhere are said: what was written behind them since is not. */
function takeFrom(key: string, said: string): void {
  const { drafts, put } = useComposer.getState();
  const now = drafts.get(key);
  if (now === undefined) return;
  const text = addedTo(said, now.text);
  put(key, { ...now, text, quoted: text.trim() === '' ? [] : now.quoted });
}

/** Sends what was written, or does what it asks for when it is a command. */
export async function carryOut(t: Translate, skills: readonly SkillInfo[]): Promise<void> {
  const key = draftKey();
  const { drafts, send } = useComposer.getState();
  const { text, quoted } = drafts.get(key) ?? emptyDraft;
  const slash = readSlash(text, skills);
  if (slash === null) {
    await send();
    return;
  }
  if (slash.kind === 'skill' && quoted.some(isClosed)) {
    const error = new AppError('NOTE_CLOSED', 'A note in it stands in a chapter with a fence.');
    useComposer.setState({ failure: { key, error } });
    return;
  }
  if (slash.kind === 'skill') {
    const { skillId, instruction } = slash;
    showAssistant('write');
    // Until they went with a run they stand here: it may not begin, or the writer may be asked first and say no.
    await runSkillWith(skillId, { instruction, onTaken: () => takeFrom(key, text) });
    return;
  }
  takeFrom(key, text);
  const { conversationId, compact } = useAssistant.getState();
  if (slash.action === 'new') newConversation();
  else if (slash.action === 'compact') await compact();
  else if (conversationId !== null) await exportConversation(t, conversationId);
}
