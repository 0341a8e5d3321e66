import { type Entity, EntityKind } from '#shared/domain/knowledge.ts';
import { holdsWords } from '#renderer/i18n/fold-text.ts';
import type { KindFilter } from '#renderer/app/codex-kind.ts';

export type Line =
  | { kind: 'head'; key: string; group: EntityKind | 'mentioned'; count: number }
  | { kind: 'entity'; key: string; entity: Entity };

const namesOf = ({ name, aliases }: Entity): string[] => [name, ...aliases];

export const matching = (entities: readonly Entity[], kind: KindFilter, query: string): Entity[] =>
  entities.filter(
    (entity) =>
      (kind === 'all' || entity.kind === kind) && holdsWords(namesOf(entity).join(' '), query),
  );

const group = (key: EntityKind | 'mentioned', entities: readonly Entity[]): Line[] =>
  entities.length === 0
    ? []
    : [
        { kind: 'head', key, group: key, count: entities.length },
        ...entities.map((entity): Line => ({ kind: 'entity', key: entity.entityId, entity })),
      ];

/** Those that the book names most first; where it names them alike, as they stand in the codex. */
export const linesByCount = (
  entities: readonly Entity[],
  countOf: (entityId: string) => number,
): Line[] =>
  entities
    .toSorted((one, other) => countOf(other.entityId) - countOf(one.entityId))
    .map((entity) => ({ kind: 'entity', key: entity.entityId, entity }));

/** What this chapter mentions first, then the others by kind. */
export const codexLines = (entities: readonly Entity[], mentioned: ReadonlySet<string>): Line[] => {
  const here = entities.filter(({ entityId }) => mentioned.has(entityId));
  const others = entities.filter(({ entityId }) => !mentioned.has(entityId));
  return [
    ...group('mentioned', here),
    ...EntityKind.options.flatMap((kind) =>
      group(
        kind,
        others.filter((entity) => entity.kind === kind),
      ),
    ),
  ];
};
