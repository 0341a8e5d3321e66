/** Functions that may exceed the limits, each with the reason. The list may only shrink. */

export interface FunctionExceptions {
  readonly reason: string;
  /** `file: function` */
  readonly functions: readonly string[];
}

export const functionExceptions: readonly FunctionExceptions[] = [
  {
    reason: 'makes every service once, in order: a contents page of the program',
    functions: ['main/app.ts: createServices'],
  },
  {
    reason: 'one line a channel: a table, though the language calls it a function',
    functions: ['main/rpc/handlers.ts: createHandlers'],
  },
  {
    reason: 'one step from one shape of the database to the next, read as a whole',
    functions: [
      'main/db/migrations/0001-projects.ts: up',
      'main/db/migrations/0008-ai.ts: up',
      'main/db/migrations/0010-conversations.ts: up',
    ],
  },
  {
    reason: 'a loop over numbers: an object for its arguments would cost more than the call',
    functions: [
      'main/context/retrieval/lexical/bm25.ts: scorePart',
      'main/context/retrieval/sentence/attention.ts: share',
      'main/context/retrieval/sentence/attention.ts: multiply',
      'main/context/retrieval/sentence/attention.ts: gather',
      'main/context/retrieval/sentence/layer.ts: answer',
      'scripts/vectors/combine.ts: combine',
      'scripts/vectors/dense.ts: multiply',
      'scripts/vectors/eigen.ts: rotate',
      'scripts/vectors/sparse.ts: addRow',
    ],
  },
  {
    reason: 'the markup of one form or list, read from top to bottom',
    functions: [
      'renderer/app/columns.tsx: Columns',
      'renderer/features/assistant/composer/composer.tsx: Composer',
      'renderer/features/assistant/conversations/list.tsx: Row',
      'renderer/features/codex/entity-form.tsx: Fields',
      'renderer/features/constraints/constraint-editor.tsx: ConstraintEditor',
      'renderer/features/editor/find/find-bar.tsx: OpenFindBar',
      'renderer/features/models/model-form.tsx: ModelForm',
      'renderer/features/settings/assistant-settings.tsx: AssistantSettings',
      'renderer/features/settings/budget-settings.tsx: BudgetSettings',
      'renderer/features/settings/tool-server-form.tsx: ToolServerForm',
    ],
  },
  {
    reason: 'its arguments belong together and can come in as one value',
    functions: [
      'main/book/documents/store.ts: saveDocument',
      'main/context/engine/choose.ts: planFor',
      'main/context/engine/counted-text.ts: countedLater',
      'main/context/engine/counted-text.ts: countPart',
      'main/context/engine/prepared-passage.ts: preparePassage',
      'main/context/retrieval/embed-missing.ts: embedMissing',
      'main/context/retrieval/store/vectors.ts: insertVectors',
      'main/context/retrieval/store/vectors.ts: saveEmbedding',
      'main/context/retrieval/store/vectors.ts: saveVector',
      'main/context/retrieval/store/vectors.ts: nearest',
    ],
  },
];
