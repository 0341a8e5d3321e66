/** Where each character of the page comes from: follows every change, undo by giving back exactly what was there (N14). */
import { invertedEffects } from '@codemirror/commands';
import {
  Annotation,
  type ChangeDesc,
  type ChangeSet,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import type { OriginCode, OriginRuns } from '#shared/domain/origins.ts';
import { lengthOfRuns, sliceRuns } from '#shared/origin-runs.ts';
import {
  type Origins,
  originsFrom,
  paint,
  runsIn,
  type Stretch,
  stretchesFrom,
  stretchesIn,
} from './stretches.ts';

const mapStretches = (stretches: readonly Stretch[], changes: ChangeDesc): Stretch[] =>
  stretches.flatMap(({ from, to, code }) => {
    const moved = { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1), code };
    return moved.from < moved.to ? [moved] : [];
  });

/** What a change took away, in the text it was in: goes with it through the history. */
const wasThere = StateEffect.define<readonly Stretch[]>({ map: mapStretches });

/** Of parts of the text after a change, whether the change put them in or left them alone. */
const ofParts = StateEffect.define<readonly Stretch[]>({ map: mapStretches });

/** Of the whole text after a change. */
const ofAll = StateEffect.define<Origins>({ map: (origins, changes) => origins.map(changes) });

/** Of what a change puts in, one insertion behind the other. */
const ofInserted = Annotation.define<OriginRuns>();

/** Says where what a change puts in comes from; heeded where it is as long as that. */
export const comesFrom = (runs: OriginRuns): Annotation<OriginRuns> => ofInserted.of(runs);

/** Says it of the whole text after a change. */
export const isAllFrom = (runs: OriginRuns): StateEffect<unknown> => ofAll.of(originsFrom(runs));

/** Says it of these parts. */
export const areFrom = (stretches: readonly Stretch[]): StateEffect<unknown> =>
  ofParts.of(stretches);

type Insertion = { from: number; to: number };

const insertionsOf = (changes: ChangeSet): Insertion[] => {
  const insertions: Insertion[] = [];
  changes.iterChanges((_fromBefore, _toBefore, from, to) => {
    if (from < to) insertions.push({ from, to });
  });
  return insertions;
};

/** What comes by a key or a command is typed; what no event says anything of is unknown. */
const codeOf = (transaction: Transaction): OriginCode => {
  const isPasted = ['input.paste', 'input.drop'].some((event) => transaction.isUserEvent(event));
  if (isPasted) return 'pasted';
  return transaction.isUserEvent('input') ? 'typed' : 'unknown';
};

const runsOfInserted = (transaction: Transaction, insertions: readonly Insertion[]): OriginRuns => {
  const length = insertions.reduce((sum, { from, to }) => sum + to - from, 0);
  const told = transaction.annotation(ofInserted);
  return told && lengthOfRuns(told) === length ? told : [[length, codeOf(transaction)]];
};

const paintInserted = (origins: Origins, transaction: Transaction): Origins => {
  const insertions = insertionsOf(transaction.changes);
  const runs = runsOfInserted(transaction, insertions);
  let painted = origins.map(transaction.changes);
  let told = 0;
  for (const insertion of insertions) {
    const length = insertion.to - insertion.from;
    const inside = stretchesFrom(sliceRuns(runs, told, told + length), insertion.from);
    painted = paint(painted, insertion, inside);
    told += length;
  }
  return painted;
};

/** What undo brings back is what it was; of what it does not touch it says nothing. */
const paintBack = (
  origins: Origins,
  stretches: readonly Stretch[],
  changes: ChangeSet,
): Origins => {
  let painted = origins;
  for (const insertion of insertionsOf(changes)) {
    for (const one of stretches) {
      const inside = {
        from: Math.max(one.from, insertion.from),
        to: Math.min(one.to, insertion.to),
      };
      if (inside.from < inside.to) painted = paint(painted, inside, [{ ...one, ...inside }]);
    }
  }
  return painted;
};

const paintParts = (origins: Origins, stretches: readonly Stretch[]): Origins =>
  stretches.reduce((painted, one) => paint(painted, one, [one]), origins);

const field = StateField.define<Origins>({
  create: () => originsFrom([]),
  update(origins, transaction) {
    const { changes, docChanged, effects } = transaction;
    let now = docChanged ? paintInserted(origins, transaction) : origins;
    for (const effect of effects) {
      if (effect.is(ofAll)) now = effect.value;
      else if (effect.is(ofParts)) now = paintParts(now, effect.value);
      else if (effect.is(wasThere)) now = paintBack(now, effect.value, changes);
    }
    return now;
  },
});

const keepForUndo = invertedEffects.of(({ changes, effects, startState }) => {
  const origins = startState.field(field);
  // One that told of the whole text may have told otherwise of what it left alone.
  if (effects.some((effect) => effect.is(ofAll) || effect.is(ofParts))) return [ofAll.of(origins)];
  const removed: Stretch[] = [];
  changes.iterChanges((from, to) => {
    if (from < to) removed.push(...stretchesIn(origins, from, to));
  });
  return removed.length > 0 ? [wasThere.of(removed)] : [];
});

/** Goes into the state of a chapter with the origins of its text. */
export const followOrigins = (runs: OriginRuns): Extension => [
  field.init(() => originsFrom(runs)),
  keepForUndo,
];

/** Of the whole text, as it is saved. */
export const originRuns = (state: EditorState): OriginRuns =>
  runsIn(state.field(field), 0, state.doc.length);

/** Of a part of it, as far as the state follows origins. */
export const originsBetween = (state: EditorState, from: number, to: number): Stretch[] => {
  const origins = state.field(field, false);
  return origins ? stretchesIn(origins, from, to) : [];
};
