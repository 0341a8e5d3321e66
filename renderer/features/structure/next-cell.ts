/** Where Tab leads from a field that is being written. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import { neighbourOf } from './rows.ts';
import { isWritten } from './scenes.ts';
import { type Cell, editCell, type Field, fields, focusCell, sceneFields } from './store.ts';

/** The next field of the same chapter; the first of the next one after the last. */
export const nextCell = (
  documents: readonly DocumentInfo[],
  { documentId, field }: Cell,
  by: -1 | 1,
): Cell => {
  const to = fields[fields.indexOf(field) + by];
  if (to !== undefined) return { documentId, field: to };
  const wrapped: Field = by === 1 ? 'title' : 'labels';
  return { documentId: neighbourOf(documents, documentId, by), field: wrapped };
};

/** Writes the next field of the same scene; before the first and behind the last the cell is left as it is. */
export function goOnInScene(cell: Cell, by: -1 | 1): void {
  const to = sceneFields.find((_, at) => sceneFields[at - by] === cell.field);
  const next = to && { ...cell, field: to };
  if (next && isWritten(next)) editCell(next);
  else focusCell(cell);
}
