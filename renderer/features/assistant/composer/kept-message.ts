/** What is being said to the assistant outlives the page and the program, as what stands in forms does (W10). */
import { z } from 'zod';
import type { FormScope } from '#renderer/app/form-drafts.ts';
import { entryOf, formOf } from '#renderer/app/form-kind.ts';
import { formDrafts } from '#renderer/app/kept-forms.ts';
import { useAssistant } from '../store.ts';

/** Of notes that were put into it the chapters are known on: fences hold for them. */
const KeptMessage = z.object({
  text: z.string(),
  quoted: z.array(z.object({ documentId: z.string(), words: z.string() })).readonly(),
  /** Files that are to go with it; they are their conversation's. */
  attached: z
    .object({
      conversationId: z.string(),
      files: z
        .array(z.object({ id: z.string(), name: z.string(), byteSize: z.number() }))
        .readonly(),
    })
    .optional(),
});
type KeptMessage = z.infer<typeof KeptMessage>;
export type Attached = NonNullable<KeptMessage['attached']>;

/** As whose message a draft is kept, by the draft's key: a conversation that had no word yet has some once it is sent. */
const scopes = new Map<string, FormScope>();

/** A conversation nobody has said anything in is none yet: what is being said in it would begin a new one. */
export const isUnsaid = (conversationId: string): boolean => {
  const { conversations, conversationId: open, messages } = useAssistant.getState();
  if (open === conversationId && messages.length > 0) return false;
  const listed = conversations?.find((one) => one.conversationId === conversationId);
  return (listed?.messageCount ?? 0) === 0;
};

const scopeOf = (key: string): FormScope | null => {
  const known = scopes.get(key);
  if (known) return known;
  const { projectId } = useAssistant.getState();
  if (projectId === null) return null;
  return { projectId, form: formOf('message', isUnsaid(key) ? null : key) };
};

export const keepMessage = (key: string, { text, quoted, attached }: KeptMessage): void => {
  const scope = scopeOf(key);
  if (scope === null) return;
  if (text.trim() !== '' || attached !== undefined) {
    scopes.set(key, scope);
    formDrafts.tell(scope, { text, quoted, attached });
  } else if (scopes.delete(key)) formDrafts.drop(scope);
};

export const moveKeptMessage = (from: string, to: string): void => {
  const scope = scopes.get(from);
  if (scope === undefined) return;
  scopes.delete(from);
  scopes.set(to, scope);
};

/** Before the list is read, no conversation is known to be gone. */
const isGone = (conversationId: string): boolean => {
  const { conversations } = useAssistant.getState();
  return conversations?.every((one) => one.conversationId !== conversationId) ?? false;
};

/** The key of what is being said on this page in a conversation of the open book that is gone; null for nothing. */
export const saidInGone = (unsaved: string): string | null => {
  const { projectId } = useAssistant.getState();
  for (const [key, scope] of scopes) {
    if (key !== unsaved && scope.projectId === projectId && isGone(key)) return key;
  }
  return null;
};

const keptAs = (key: string, scope: FormScope | null): KeptMessage | null => {
  const kept = scope && KeptMessage.safeParse(formDrafts.takeUp(scope));
  if (!scope || !kept?.success) return null;
  scopes.set(key, scope);
  return kept.data;
};

/** What was left in a conversation that is gone by now. */
const leftInGone = (projectId: string): FormScope | null => {
  const left = formDrafts.waiting(projectId).find(({ form }) => {
    const conversationId = entryOf('message', form);
    return conversationId !== null && isGone(conversationId);
  });
  return left === undefined ? null : { projectId, form: left.form };
};

/**
 * What was being said when it was last left; null for nothing. What was being said in a conversation that is gone is said in
 * a new one.
 */
export const takeUpMessage = (key: string): KeptMessage | null => {
  const scope = scopeOf(key);
  if (scope === null) return null;
  const kept = keptAs(key, scope);
  if (kept !== null || entryOf('message', scope.form) !== null) return kept;
  return keptAs(key, leftInGone(scope.projectId));
};

/** The conversation is gone, and what was being said in it. */
export const forgetMessage = (conversationId: string): void => {
  const { projectId } = useAssistant.getState();
  const scope = scopes.get(conversationId);
  scopes.delete(conversationId);
  if (scope) formDrafts.drop(scope);
  else if (projectId) formDrafts.discard({ projectId, form: formOf('message', conversationId) });
};
