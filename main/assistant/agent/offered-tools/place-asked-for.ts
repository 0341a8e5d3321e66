/** The chapter that another program writes for, which every tool can be asked for (N16). */
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { JsonObject } from '#shared/errors.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { OfferedTool } from '../protocol/protocol.ts';

const contextForPlace = 'context_for_place';

const schema = {
  type: 'string',
  minLength: 1,
  maxLength: 1000,
  description:
    'Path of the chapter you write for: what its place in the book opens is shown, as in context_for_place. Left out, all that is fenced stays closed.',
};

/** Each tool with the place among what it takes; `context_for_place` names one anyway. */
export const withPlace = (tool: OfferedTool): OfferedTool => {
  if (tool.name === contextForPlace) return tool;
  const { properties, ...rest } = tool.inputSchema;
  const named = typeof properties === 'object' && properties !== null ? properties : {};
  return { ...tool, inputSchema: { ...rest, properties: { ...named, place: schema } } };
};

/** `place`: the path that was given, whatever it is; null where none was. `input`: what the tool itself takes. */
export const parsePlace = (name: string, given: JsonObject) => {
  if (name === contextForPlace) return { place: given['path'] ?? null, input: given };
  const { place = null, ...input } = given;
  return { place, input };
};

/** Null where there is no such chapter, or its fence does not let it be shown at its own place. */
export const findPlace = (
  place: unknown,
  documents: readonly DocumentInfo[],
  viewOf: (documentId: string) => FenceView,
): { documentId: string; view: FenceView } | null => {
  const found = documents.find(({ path }) => path === place);
  if (!found) return null;
  const { documentId } = found;
  const view = viewOf(documentId);
  return view.allowsDocument(documentId) ? { documentId, view } : null;
};
