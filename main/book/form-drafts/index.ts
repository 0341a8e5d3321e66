/** What stands in forms and is not saved, kept until it is, or until the writer lets go of it (W4, W10). */
import type { Database } from 'better-sqlite3';
import type { Clock } from '#main/platform.ts';
import { formDraftLimit, maxFormFields, type ToldFormDraft } from '#shared/domain/form-draft.ts';
import { AppError } from '#shared/errors.ts';
import type { FormDraftsService } from './service.ts';
import { createFormDraftStore } from './store.ts';

/** Dropped drafts that are remembered: what was told of them before may still come. */
const maxEnded = 1_000;

export const createFormDrafts = ({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): FormDraftsService => {
  const store = createFormDraftStore(database);
  const ended = new Set<string>();
  const keyOf = (projectId: string, draftId: string): string => `${projectId} ${draftId}`;

  const end = (projectId: string, draftId: string): void => {
    ended.add(keyOf(projectId, draftId));
    for (const oldest of ended) {
      if (ended.size <= maxEnded) break;
      ended.delete(oldest);
    }
  };

  /** A draft is one page's: what another one still tells of it would take the place of what is typed there. */
  const isOfPage = (projectId: string, pageId: string, draft: ToldFormDraft): boolean => {
    if (ended.has(keyOf(projectId, draft.draftId))) return false;
    const owner = store.pageOf(projectId, draft.draftId);
    return owner === null || owner === pageId || owner === draft.takenFrom;
  };

  return {
    keep({ projectId, pageId, drafts }) {
      const tooLarge = drafts.find(({ fields }) => fields.length > maxFormFields);
      if (tooLarge) {
        throw new AppError('FORM_TOO_LARGE', 'The form holds more than can be kept of it.', {
          ...{ form: tooLarge.form, length: tooLarge.fields.length, limit: maxFormFields },
        });
      }
      const lost: string[] = [];
      store.transaction(() => {
        for (const draft of drafts) {
          if (isOfPage(projectId, pageId, draft)) {
            store.put(projectId, { ...draft, pageId, changedAt: clock.now() });
          } else lost.push(draft.draftId);
        }
        if (store.count(projectId) <= formDraftLimit) return;
        throw new AppError('FORM_LIMIT', 'Too many forms of the book hold something unsaved.', {
          limit: formDraftLimit,
        });
      });
      return { lost };
    },
    list: (projectId) => ({ items: store.list(projectId) }),
    drop({ projectId, draftIds }) {
      store.transaction(() => {
        for (const draftId of draftIds) store.remove(projectId, draftId);
      });
      for (const draftId of draftIds) end(projectId, draftId);
    },
    forgetProject: store.forget,
  };
};
