/** Has what is typed into fields of threads kept while it is not saved, and puts it back into them (N13). */
import { useEffect } from 'react';
import { entryOf } from '#renderer/app/form-kind.ts';
import { formDrafts, useKeptForms } from '#renderer/app/kept-forms.ts';
import { type FieldDraft, FieldForm, type FieldScope } from './field-drafts.ts';
import { changeThreads, fieldDrafts, useThreads } from './store.ts';
import { call } from '#renderer/rpc/index.ts';

const scopeOf = ({ projectId, threadId, field }: FieldScope) => ({
  ...{ projectId, form: `thread:${threadId}:${field}` },
});

const fieldOf = (projectId: string, form: string): FieldScope | null => {
  const [, threadId = '', field] = /^(.+):(title|note)$/.exec(entryOf('thread', form) ?? '') ?? [];
  return field === 'title' || field === 'note' ? { projectId, threadId, field } : null;
};

const isEqual = ({ text, from, field }: FieldDraft): boolean => text.trim() === from[field];

function putBack(projectId: string): void {
  const { items = [] } = useThreads.getState().read ?? {};
  for (const { form } of formDrafts.waiting(projectId)) {
    const scope = fieldOf(projectId, form);
    if (scope === null) continue;
    const kept = FieldForm.safeParse(formDrafts.takeUp({ projectId, form }));
    if (!kept.success) continue;
    const thread = items.find((one) => one.threadId === scope.threadId);
    if (thread?.[scope.field] === kept.data.text.trim()) formDrafts.drop({ projectId, form });
    else fieldDrafts.putBack(scope, kept.data);
  }
}

const follow = (): (() => void) =>
  fieldDrafts.store.subscribe((now, before) => {
    for (const draft of Object.values(now)) {
      const { text, from } = draft;
      if (isEqual(draft)) formDrafts.drop(scopeOf(draft));
      else formDrafts.tell(scopeOf(draft), { text, from });
    }
    for (const [key, draft] of Object.entries(before)) {
      if (now[key] === undefined) formDrafts.drop(scopeOf(draft));
    }
  });

/** Of the open book, once its threads and what is kept of its forms were read. */
export function useKeptFields(projectId: string | undefined): void {
  const isRead = useThreads(({ read }) => read !== null);
  const isKeptRead = useKeptForms((state) => state.projectId === projectId);
  useEffect(follow, []);
  useEffect(() => {
    if (projectId !== undefined && isRead && isKeptRead) putBack(projectId);
  }, [projectId, isRead, isKeptRead]);
}

/** Brings a thread back that was deleted elsewhere, with what was typed for it. */
export async function restoreWith(fields: readonly FieldDraft[]): Promise<void> {
  const [first] = fields;
  if (first === undefined) return;
  const { projectId, threadId } = first;
  const restored = await changeThreads(() => call('threads:restore', { projectId, threadId }));
  if (restored === null) return;
  let from: FieldDraft['from'] = restored;
  for (const field of fields) {
    await fieldDrafts.keepIn(field, from);
    from = useThreads.getState().read?.items.find((one) => one.threadId === threadId) ?? from;
  }
}
