/** Notes what a tool's result was made of. */
import {
  constraintKey,
  documentKey,
  entityKey,
  isDocumentKey,
  relationKey,
} from '#shared/domain/source-key.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import type { ResultProvenance, ToolResult } from '#main/assistant/conversation/service.ts';
import type { Tool, ToolContext, ToolOrigin } from '../tool.ts';

/** They may have read the book without asking the view. */
const knowNoFences: ReadonlySet<ToolOrigin> = new Set(['bash', 'terminal', 'mcp']);

/** The view a tool is given: what it is allowed to see counts as read, unless its result says what was. */
const recordingView = (view: FenceView): { view: FenceView; read: Set<string> } => {
  const read = new Set<string>();
  const noted = (isAllowed: boolean, key: string): boolean => {
    if (isAllowed) read.add(key);
    return isAllowed;
  };
  const recording: FenceView = {
    ...view,
    get hidesNames() {
      return view.hidesNames;
    },
    get names() {
      return view.names;
    },
    allowsDocument: (id) => noted(view.allowsDocument(id), documentKey(id)),
    allowsEntity: (entity) => noted(view.allowsEntity(entity), entityKey(entity.entityId)),
    allowsRelation: (relation) =>
      noted(view.allowsRelation(relation), relationKey(relation.relationId)),
    allowsConstraint: (constraint) =>
      noted(view.allowsConstraint(constraint), constraintKey(constraint.constraintId)),
  };
  return { view: recording, read };
};

const closedDocuments = (view: FenceView): string[] => [...view.closed()].filter(isDocumentKey);

/** Runs a tool and notes what its result was made of, so that a fence set later holds for it (N3). */
export const runTraced = async (
  tool: Pick<Tool, 'origin' | 'run'>,
  input: unknown,
  context: ToolContext,
): Promise<ToolResult> => {
  const { view, read } = recordingView(context.view);
  const isUnseen = knowNoFences.has(tool.origin);
  const before = isUnseen ? closedDocuments(context.view) : [];
  const result = await tool.run(input, { ...context, view });
  if (!isUnseen) {
    const from: ResultProvenance = result.from ?? { read: [...read] };
    return { ...result, from };
  }
  const after = new Set(closedDocuments(context.view));
  const closed = before.filter((key) => after.has(key));
  return { ...result, from: { unseen: true, closed } };
};
