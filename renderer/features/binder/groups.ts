import type { EntityKind } from '#shared/domain/knowledge.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { KindCount } from './use-kind-counts.ts';

/** A line of the binder. Ids are unique in the whole tree. */
export type BinderLine =
  | { type: 'chapter'; id: string; document: DocumentInfo }
  | { type: 'kind'; id: string; kind: EntityKind; count: number };

/** A folder of chapters, or the codex. */
export type BinderSection = {
  type: 'section';
  id: string;
  /** The folder; null for the codex. */
  group: string | null;
  lines: BinderLine[];
};

const codexId = 'section:codex';

/**
 * Chapters by folder in binder order, then the codex. A folder that is interrupted by another appears twice, as
 * it is read.
 */
export function binderSections(
  documents: readonly DocumentInfo[],
  kinds: readonly KindCount[],
): BinderSection[] {
  const sections: BinderSection[] = [];
  for (const document of documents) {
    const line = { type: 'chapter' as const, id: document.documentId, document };
    const last = sections.at(-1);
    if (last !== undefined && last.group === document.group) last.lines.push(line);
    else {
      const id = `section:${document.group}:${document.documentId}`;
      sections.push({ type: 'section', id, group: document.group, lines: [line] });
    }
  }
  if (kinds.length === 0) return sections;
  const lines = kinds.map(({ kind, count }) => ({
    type: 'kind' as const,
    id: `kind:${kind}`,
    kind,
    count,
  }));
  return [...sections, { type: 'section', id: codexId, group: null, lines }];
}

/**
 * Place in the whole binder, from 0, after dropping a chapter before or after a line; a section's own line
 * stands for its first chapter. Null when it cannot go there.
 */
export function placeAfterMove(
  sections: readonly BinderSection[],
  movedId: string,
  targetId: string,
  position: 'before' | 'after' | 'on',
): number | null {
  const ids = sections.flatMap((section) =>
    section.lines.flatMap((line) => (line.type === 'chapter' ? [line.id] : [])),
  );
  const section = sections.find((candidate) => candidate.id === targetId);
  const target = section === undefined ? targetId : (section.lines[0]?.id ?? '');
  const rest = ids.filter((id) => id !== movedId);
  const index = rest.indexOf(target);
  if (rest.length === ids.length || index < 0) return null;
  return position === 'after' && section === undefined ? index + 1 : index;
}
