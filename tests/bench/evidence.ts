/** What of a writer's project is in the prompts: planted passages, entries named at the cursor, constraints, sentences. */
import type { InspectResult } from '#shared/contract/context.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import type { Figure } from './figures.ts';
import type { Cursor, WritersProject } from './writers-project.ts';

/** Code units before the cursor in which a name asks for its entry. */
const namedWithin = 600;
/** A window in which the layers have 4,700 tokens. */
export const smallTotal = 4700;

type Share = { reached: number; possible: number };
const add = (share: Share, reached: number, possible: number): void => {
  share.reached += reached;
  share.possible += possible;
};
const shown = ({ reached, possible }: Share): string =>
  `${reached} of ${possible} (${possible === 0 ? 0 : Math.round((100 * reached) / possible)} %)`;

/** Gives the project a window in which the layers have `total` tokens. */
export const setTotal = async (test: TestApp, projectId: string, total: number): Promise<void> => {
  const budget = await test.call('context:budget:get', { projectId });
  await test.call('context:budget:update', {
    projectId,
    expectedVersion: budget.version,
    contextWindow: budget.contextWindow - budget.total + total,
  });
};

const inspectAt = (test: TestApp, projectId: string, cursor: Cursor): Promise<InspectResult> =>
  test.call('context:inspect', {
    projectId,
    documentId: cursor.documentId,
    cursorPosition: cursor.cursorPosition,
    skillId: 'continue',
  });

/** Names whose only mention is inside a longer name's are not asked for. */
const namedEntries = ({ entries, texts }: WritersProject, cursor: Cursor): string[] => {
  const near = (texts.get(cursor.documentId) ?? '').slice(
    Math.max(0, cursor.cursorPosition - namedWithin),
    cursor.cursorPosition,
  );
  return entries
    .filter(({ name }) => {
      const longer = entries.filter((other) => other.name !== name && other.name.includes(name));
      const rest = longer.reduce((text, other) => text.replaceAll(other.name, ' '), near);
      return /^\p{Script=Han}/u.test(name)
        ? rest.includes(name)
        : new RegExp(`\\b${name}\\b`, 'u').test(rest);
    })
    .map(({ entityId }) => entityId);
};

const lastSentenceOf = (text: string): string =>
  text
    .trimEnd()
    .split(/(?<=[。！？.!?][”"’']?)\s*/u)
    .at(-1)
    ?.trim()
    .slice(-200) ?? '';

/** Counts what a usual or small window sends. */
export const countEvidence = async (
  test: TestApp,
  made: WritersProject,
  cursors: readonly Cursor[],
  window: string,
): Promise<Figure[]> => {
  const { projectId } = made.project;
  const named: Share = { reached: 0, possible: 0 };
  const constraints: Share = { reached: 0, possible: 0 };
  const sentences: Share = { reached: 0, possible: 0 };
  const unused: number[] = [];
  let offered = 0;
  for (const cursor of cursors) {
    const { layers, prompt, budget, tokenCount } = await inspectAt(test, projectId, cursor);
    const sent = new Set(
      layers.rules.items.filter(({ decision }) => decision !== 'dropped').map(({ id }) => id),
    );
    const wanted = namedEntries(made, cursor);
    add(named, wanted.filter((id) => sent.has(id)).length, wanted.length);
    const held = made.constraints.filter((text) => prompt.includes(text));
    add(constraints, held.length, made.constraints.length);
    const before = (made.texts.get(cursor.documentId) ?? '').slice(0, cursor.cursorPosition);
    add(sentences, prompt.includes(lastSentenceOf(before)) ? 1 : 0, 1);
    unused.push((budget - tokenCount) / budget);
    offered += layers.retrieved.items.length;
  }
  let planted = 0;
  for (const { passage, ...cursor } of made.planted) {
    const { prompt } = await inspectAt(test, projectId, cursor);
    if (prompt.includes(passage.told)) planted += 1;
  }
  const mean = unused.reduce((sum, part) => sum + part, 0) / Math.max(1, unused.length);
  return [
    {
      what: `planted passages in the prompt, ${window}`,
      value: `${planted} of ${made.planted.length}`,
      goal: '≥ 9 of 10',
    },
    {
      what: `entries named in the last ${namedWithin} characters, ${window} (n = ${cursors.length})`,
      value: shown(named),
      goal: '≥ 90 %',
    },
    { what: `constraints in the prompt, ${window}`, value: shown(constraints), goal: '100 %' },
    { what: `last sentence in the prompt, ${window}`, value: shown(sentences), goal: '100 %' },
    {
      what: `budget unused, passages considered, ${window}`,
      value: `${Math.round(100 * mean)} % · ${Math.round(offered / Math.max(1, cursors.length))}`,
    },
  ];
};
