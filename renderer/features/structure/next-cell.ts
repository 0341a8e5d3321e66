/** Where Tab leads from a field that is being written. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import { neighbourOf } from './rows.ts';
import { isWritten } from './scenes.ts';
import {
  type Cell,
  editCell,
  type Field,
  fields,
  focusCell,
  type SceneField,
  sceneFields,
} from './store.ts';

/** The next field of the same chapter, of those that are shown; the first of the next one after the last. */
export const nextCell = (
  documents: readonly DocumentInfo[],
  { documentId, field }: Cell,
  by: -1 | 1,
  shown: readonly Field[] = fields,
): Cell => {
  const to = shown[shown.indexOf(field) + by];
  if (to !== undefined) return { documentId, field: to };
  const wrapped = shown.at(by === 1 ? 0 : -1) ?? field;
  return { documentId: neighbourOf(documents, documentId, by), field: wrapped };
};

/** Writes the next field of the same scene; before the first and behind the last the cell is left as it is. */
export function goOnInScene(
  cell: Cell,
  by: -1 | 1,
  shown: readonly SceneField[] = sceneFields,
): void {
  const to = shown.find((_, at) => shown[at - by] === cell.field);
  const next = to && { ...cell, field: to };
  if (next && isWritten(next)) editCell(next);
  else focusCell(cell);
}
