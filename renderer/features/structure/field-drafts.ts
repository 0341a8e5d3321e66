/** Fields of a chapter as they are typed or chosen, and what that means. */
import { readGoal } from '#renderer/app/word-goal.ts';
import type { SceneItem } from '#renderer/app/scene-items.ts';
import { ChapterStatus, type DocumentInfo } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import type { Field } from './store.ts';

const maxLabels = 20;
const maxLabel = 40;

/** A field as it is typed or chosen. */
export const draftOf = (document: DocumentInfo, field: Field): string => {
  if (field === 'labels') return document.labels.join('，');
  if (field === 'pointOfView') return document.pointOfViewEntityId ?? '';
  return String(document[field] ?? '');
};

const typedFields: readonly Field[] = ['title', 'synopsis', 'labels', 'wordGoal'];

/** Under which a field that is typed into is kept while it is not saved; null for one that is chosen. */
export const keptAs = (documentId: string, field: Field, scene?: SceneItem): string | null => {
  if (!typedFields.includes(field)) return null;
  if (scene === undefined) return `${documentId}:${field}`;
  // A scene of which nothing is written down yet is known by how it begins.
  const own = scene.facts?.sceneId ?? scene.scene?.opening.slice(0, 40) ?? '';
  return `${documentId}:${field}:${own}`;
};

export type Change = {
  title?: string;
  synopsis?: string;
  status?: ChapterStatus | null;
  pointOfViewEntityId?: string | null;
  labels?: string[];
  wordGoal?: number | null;
};

/** Whether a draft is neither a number of words nor nothing. */
export const isNoGoal = (draft: string): boolean => readGoal(draft) === undefined;

/** What a draft means; null for a title, or a goal, that is none. */
export const changeOf = (field: Field, draft: string): Change | null => {
  const text = draft.trim();
  if (field === 'title') return text === '' ? null : { title: text };
  if (field === 'synopsis') return { synopsis: text };
  if (field === 'status') return { status: ChapterStatus.safeParse(text).data ?? null };
  if (field === 'pointOfView') return { pointOfViewEntityId: text === '' ? null : text };
  if (field === 'wordGoal') {
    const goal = readGoal(text);
    return goal === undefined ? null : { wordGoal: goal };
  }
  const labels = text.split(/[,，、;；]/u).map((label) => label.trim().slice(0, maxLabel));
  return { labels: [...new Set(labels.filter((label) => label !== ''))].slice(0, maxLabels) };
};

/** What came meanwhile stays: no undo goes over it. */
export const fieldChanged = (): AppError =>
  new AppError('FIELD_CHANGED', 'Something else is written there by now.');
