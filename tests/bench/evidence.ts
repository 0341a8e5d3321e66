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

export type Evidence = {
  planted: Share;
  named: Share;
  constraints: Share;
  sentences: Share;
  /** Mean part of the budget that stayed unused, and passages that were considered. */
  unused: number;
  considered: number;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Counts what is sent at the cursors, and of the planted passages at theirs. Debug mode must be on. */
export const countEvidence = async (
  test: TestApp,
  made: WritersProject,
  cursors: readonly Cursor[],
): Promise<Evidence> => {
  const { projectId } = made.project;
  const none = (): Share => ({ reached: 0, possible: 0 });
  const [planted, named, constraints, sentences] = [none(), none(), none(), none()];
  const unused: number[] = [];
  const considered: number[] = [];
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
    considered.push(layers.retrieved.items.length);
  }
  for (const { passage, ...cursor } of made.planted) {
    const { prompt } = await inspectAt(test, projectId, cursor);
    add(planted, prompt.includes(passage.told) ? 1 : 0, 1);
  }
  const shares = { planted, named, constraints, sentences };
  return { ...shares, unused: mean(unused), considered: mean(considered) };
};

/** The rows of one window. */
export const evidenceFigures = (
  { planted, named, constraints, sentences, unused, considered }: Evidence,
  window: string,
): Figure[] => [
  { what: `planted passages in the prompt, ${window}`, value: shown(planted), goal: '≥ 90 %' },
  {
    what: `entries named in the last ${namedWithin} characters, ${window} (n = ${sentences.possible})`,
    value: shown(named),
    goal: '≥ 90 %',
  },
  { what: `constraints in the prompt, ${window}`, value: shown(constraints), goal: '100 %' },
  { what: `last sentence in the prompt, ${window}`, value: shown(sentences), goal: '100 %' },
  {
    what: `budget unused, passages considered, ${window}`,
    value: `${Math.round(100 * unused)} % · ${Math.round(considered)}`,
  },
];
