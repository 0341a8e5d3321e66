/** Fields of a chapter as they are typed or chosen, and what that means. */
import { isTooLong } from '#renderer/ui/too-long.ts';
import { readGoal } from '#renderer/app/word-goal.ts';
import type { SceneItem } from '#renderer/app/scene-items.ts';
import {
  ChapterStatus,
  type DocumentInfo,
  longestTitle,
  maxLabelLength,
  maxLabels,
} from '#shared/domain/project.ts';
import type { Field } from './store.ts';

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

/** Each once. */
const labelsOf = (draft: string): string[] => {
  const labels = draft.split(/[,，、;；]/u).map((label) => label.trim());
  return [...new Set(labels.filter((label) => label !== ''))];
};

/** In a field of text, UTF-16 units. */
export const longestDraft: Partial<Record<Field, number>> = {
  title: longestTitle,
  synopsis: 4_000,
};

/** Neither a number of words nor nothing; a text or a label that is too long; more labels than a chapter has. */
export type DraftFault = 'goal' | 'long' | 'longLabel' | 'manyLabels';

/** Why a draft cannot be taken; null for one that can. */
export const faultOf = (field: Field, draft: string): DraftFault | null => {
  if (field === 'wordGoal') return readGoal(draft) === undefined ? 'goal' : null;
  const longest = longestDraft[field];
  if (longest !== undefined) return isTooLong(draft, longest) ? 'long' : null;
  if (field !== 'labels') return null;
  const labels = labelsOf(draft);
  if (labels.some((label) => label.length > maxLabelLength)) return 'longLabel';
  return labels.length > maxLabels ? 'manyLabels' : null;
};

/** What a draft means; null for a title that is none, and for what cannot be taken. */
export const changeOf = (field: Field, draft: string): Change | null => {
  if (faultOf(field, draft) !== null) return null;
  const text = draft.trim();
  if (field === 'title') return text === '' ? null : { title: text };
  if (field === 'synopsis') return { synopsis: text };
  if (field === 'status') return { status: ChapterStatus.safeParse(text).data ?? null };
  if (field === 'pointOfView') return { pointOfViewEntityId: text === '' ? null : text };
  if (field === 'wordGoal') return { wordGoal: readGoal(text) ?? null };
  return { labels: labelsOf(text) };
};
