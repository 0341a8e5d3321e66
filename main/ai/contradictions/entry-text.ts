/** What a codex entry says, as one text: its description, and below it its fields and relations, a line each. Pure. */
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import type { FieldFact, RelationFact } from './rules/read-facts.ts';

/** A stretch of it, the chapters it holds for, and what it is beside its words. */
export type EntryPart = {
  start: number;
  text: string;
  from: number | null;
  to: number | null;
  field?: FieldFact;
  relation?: RelationFact;
};

export type EntryText = { entityId: string; text: string; parts: EntryPart[] };

const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);
const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

type Line = Omit<EntryPart, 'start'>;

/** The field that a line of an entry is, as {@link entryTexts} writes it; undefined for another line. */
export const fieldOfLine = (line: string): FieldFact | undefined => {
  const [, label, text] = /^([^：:]+)(?:：|: )(.+)$/u.exec(line) ?? [];
  return label === undefined || text === undefined ? undefined : { label, text };
};

/** Of one field what is said later takes the place of what was. */
const fieldLines = ({ details, validFromChapter, validToChapter }: Entity): Line[] =>
  details.flatMap((detail): Line[] => {
    const { label, text, fromChapter } = detail;
    const since = fromChapter ?? 0;
    const next = details
      .filter((one) => one.label.trim() === label.trim() && (one.fromChapter ?? 0) > since)
      .map((one) => (one.fromChapter ?? 0) - 1);
    if (text.trim() === '') return [];
    const between = /\p{Script=Han}/u.test(label + text) ? '：' : ': ';
    return [
      {
        text: `${label}${between}${text}`,
        from: latest(fromChapter, validFromChapter),
        to: next.length > 0 ? earliest(Math.min(...next), validToChapter) : validToChapter,
        field: { label, text },
      },
    ];
  });

const relationLines = (
  { entityId, name }: Entity,
  relations: readonly Relation[],
  names: ReadonlyMap<string, string>,
): Line[] =>
  relations.flatMap((relation): Line[] => {
    const { subjectId, predicate, objectId, validFromChapter, validToChapter } = relation;
    const other = names.get(objectId);
    if (subjectId !== entityId || other === undefined) return [];
    return [
      {
        text: `${name} — ${predicate} — ${other}`,
        ...{ from: validFromChapter, to: validToChapter },
        relation: { subjectId, predicate, objectId },
      },
    ];
  });

export const entryTexts = (
  entities: readonly Entity[],
  relations: readonly Relation[],
): EntryText[] => {
  const names = new Map(entities.map(({ entityId, name }) => [entityId, name]));
  return entities.flatMap((entity): EntryText[] => {
    const { entityId, summary, validFromChapter: from, validToChapter: to } = entity;
    const lines: Line[] = [
      ...(summary.trim() === '' ? [] : [{ text: summary, from, to }]),
      ...fieldLines(entity),
      ...relationLines(entity, relations, names),
    ];
    let text = '';
    const parts = lines.map((line): EntryPart => {
      const start = text === '' ? 0 : text.length + 1;
      text = text === '' ? line.text : `${text}\n${line.text}`;
      return { ...line, start };
    });
    return parts.length === 0 ? [] : [{ entityId, text, parts }];
  });
};
