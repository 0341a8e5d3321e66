/** Codex entries as they stand in a chapter: of their fields only what holds there, which is part of their description (W6). */
import { detailsIn } from '#shared/entity-details.ts';
import type { Entity, EntityDetail } from '#shared/domain/knowledge.ts';
import type { PromptTemplates } from './prompt-templates.ts';

/** The same entry for the same said, so that what is made of it once serves all chapters it holds in. */
export type EntriesInChapter = (entities: readonly Entity[], chapter: number) => readonly Entity[];

/** A description with what the fields say, a line each. */
export const describeDetails = (
  summary: string,
  details: readonly EntityDetail[],
  templates: PromptTemplates,
): string => {
  if (details.length === 0) return summary;
  const lines = details.map(({ label, text }) => templates.detail(label, text));
  return [summary, ...lines].filter((text) => text.trim() !== '').join('\n');
};

export const createEntriesInChapter = (): EntriesInChapter => {
  const told = new WeakMap<Entity, Map<string, Entity>>();
  return (entities, chapter) => {
    if (entities.every(({ details }) => details.length === 0)) return entities;
    return entities.map((entity) => {
      if (entity.details.length === 0) return entity;
      const bySaid = told.get(entity) ?? new Map<string, Entity>();
      told.set(entity, bySaid);
      const details = detailsIn(entity.details, chapter);
      const said = details.map(({ detailId }) => detailId).join(' ');
      const here = bySaid.get(said) ?? { ...entity, details };
      bySaid.set(said, here);
      return here;
    });
  };
};
