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
  originsOf,
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

/**
 * What is said of the text before a change, kept with it in the history. That maps it like the change that takes it back,
 * over the text *after* the change where a step comes in between; the way back leads from there to the text it speaks of.
 */
type Before<Said> = { said: Said; back: ChangeDesc };

/** Of changes that were joined to one the way is not known: a place behind the end of the text stays as far behind it. */
const mapReaching = (stretches: readonly Stretch[], changes: ChangeDesc): Stretch[] => {
  const { length, newLength } = changes;
  const at = (place: number, side: 1 | -1): number =>
    place > length ? place + newLength - length : changes.mapPos(place, side);
  return stretches.flatMap(({ from, to, code }) => {
    const moved = { from: at(from, 1), to: at(to, -1), code };
    return moved.from < moved.to ? [moved] : [];
  });
};

const mapOrigins = (origins: Origins, changes: ChangeDesc): Origins => {
  const all: Stretch[] = [];
  origins.between(0, Infinity, (from, to, { code }) => void all.push({ from, to, code }));
  return originsOf(mapReaching(all, changes));
};

const mapBefore = <Said>(
  { said, back }: Before<Said>,
  changes: ChangeDesc,
  map: (said: Said, changes: ChangeDesc) => Said,
): Before<Said> => {
  const { length, newLength } = back;
  // Joined to the change before it: it speaks of the text before that.
  if (changes.length === newLength)
    return { said: map(said, changes), back: back.composeDesc(changes) };
  if (changes.length !== length) return { said: map(said, changes), back };
  return { said: map(said, changes.mapDesc(back, true)), back: back.mapDesc(changes) };
};

/** What a change took away. */
const wasThere = StateEffect.define<Before<readonly Stretch[]>>({
  map: (was, changes) => mapBefore(was, changes, mapReaching),
});

/** Of the whole text before a change. */
const allWas = StateEffect.define<Before<Origins>>({
  map: (was, changes) => mapBefore(was, changes, mapOrigins),
});

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
      else if (effect.is(allWas)) now = effect.value.said;
      else if (effect.is(ofParts)) now = paintParts(now, effect.value);
      else if (effect.is(wasThere)) now = paintBack(now, effect.value.said, changes);
    }
    return now;
  },
});

const keepForUndo = invertedEffects.of(({ changes, effects, startState }) => {
  const origins = startState.field(field);
  const back = changes.desc.invertedDesc;
  // One that told of the whole text may have told otherwise of what it left alone.
  if (effects.some((effect) => effect.is(ofAll) || effect.is(allWas) || effect.is(ofParts)))
    return [allWas.of({ said: origins, back })];
  const removed: Stretch[] = [];
  changes.iterChanges((from, to) => {
    if (from < to) removed.push(...stretchesIn(origins, from, to));
  });
  return removed.length > 0 ? [wasThere.of({ said: removed, back })] : [];
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
