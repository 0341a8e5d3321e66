import type { AssemblyChange, ChangeCause, Reason } from '#shared/domain/assembly.ts';
import type { AssemblyRecord, RecordedItem } from './record.ts';

type Pair = { before: RecordedItem | undefined; after: RecordedItem | undefined };

const isIn = (item: RecordedItem | undefined): item is RecordedItem =>
  item !== undefined && item.decision !== 'dropped';

const fenceReasons = new Set([
  'fencedUntilChapter',
  'fencedFromPointOfView',
  'fencedByName',
  'fencedPart',
  'neverSend',
  'fenceUnknown',
]);
const roomReasons = new Set(['overBudget', 'layerLimit', 'cutToBudget', 'fartherBack']);
const validityReasons = new Set(['notYetValid', 'noLongerValid']);

const sourceCause: Record<string, ChangeCause> = {
  constraints: 'constraint',
  narration: 'setting',
  style: 'setting',
  entities: 'knowledge',
  preferences: 'memory',
  threads: 'setting',
  episodes: 'memory',
  working: 'edit',
  chapters: 'edit',
  synopses: 'edit',
  passages: 'retrieval',
  previousEnding: 'edit',
  before: 'edit',
  after: 'edit',
  instruction: 'setting',
  additional: 'setting',
};

/** What the two requests themselves had different, beside their items. */
const environmentCauses = (from: AssemblyRecord, to: AssemblyRecord) => {
  const [a, b] = [from.environment, to.environment];
  return {
    budget:
      a.budgetVersion !== b.budgetVersion ||
      (a.total !== b.total && a.language === b.language && a.tokenizer === b.tokenizer),
    setting:
      a.allowLaterChapters !== b.allowLaterChapters ||
      a.language !== b.language ||
      a.tokenizer !== b.tokenizer ||
      a.mute.join() !== b.mute.join() ||
      a.admit.join() !== b.admit.join(),
    /** Of a chapter that a fence closed to one of the two alone: why. */
    closedApart(documentId: string): Reason | undefined {
      const [before, after] = [a.closed?.[documentId], b.closed?.[documentId]];
      return before === undefined || after === undefined ? (before ?? after) : undefined;
    },
    place: a.chapter !== b.chapter,
    edit:
      a.documentVersion !== b.documentVersion ||
      a.cursorPosition !== b.cursorPosition ||
      a.chapter !== b.chapter ||
      a.previousVersion !== b.previousVersion ||
      a.chapters !== b.chapters,
  };
};

/** Among the groups that changed: fences of entries did. */
const entryFences = 'fences of entries';

type Environment = ReturnType<typeof environmentCauses>;

/** Groups whose stored things changed between the two: what made room or took it. */
const changedGroups = (pairs: readonly Pair[]): Set<string> => {
  const changed = new Set<string>();
  for (const { before, after } of pairs) {
    const item = after ?? before;
    if (!item || item.group === 'passages') continue;
    if (item.group === 'entities' && before && after && before.fence !== after.fence) {
      changed.add(entryFences);
    }
    if (!before || !after || before.revision !== after.revision || before.fence !== after.fence) {
      changed.add(item.group);
    }
  }
  return changed;
};

const displaced = (pair: Pair, environment: Environment, changed: Set<string>): ChangeCause => {
  if (environment.budget) return 'budget';
  if (environment.setting) return 'setting';
  const own = (pair.after ?? pair.before)?.group ?? '';
  for (const group of [
    'constraints',
    'narration',
    'entities',
    'style',
    'preferences',
    'threads',
    'synopses',
    'episodes',
    'instruction',
    'additional',
  ]) {
    if (group !== own && changed.has(group)) return sourceCause[group] ?? 'budget';
  }
  if (environment.edit) return 'edit';
  return changed.has(own) ? (sourceCause[own] ?? 'budget') : 'budget';
};

/** What comes before a chapter no more, or does now, may be where chapters moved; else a fence itself is another one. */
const fenceCause = (reasons: readonly string[], environment: Environment): ChangeCause =>
  environment.place && reasons.includes('fencedUntilChapter') ? 'edit' : 'fence';

/** Passages that a fence closes are not among what is considered: what closed them stands elsewhere in the records. */
const passageCause = (
  { documentId }: RecordedItem,
  environment: Environment,
  changed: Set<string>,
): ChangeCause => {
  const closed = documentId === null ? undefined : environment.closedApart(documentId);
  if (closed !== undefined) return fenceCause([closed], environment);
  if (environment.setting) return 'setting';
  if (environment.place) return 'edit';
  if (environment.edit) return 'retrieval';
  if (environment.budget) return 'budget';
  // Passages that name the entry go or come with it.
  if (changed.has(entryFences)) return 'fence';
  return changed.has('entities') ? 'knowledge' : 'retrieval';
};

/** Why one item stands differently in two requests; the nearest cause that explains it. */
const causeOf = (pair: Pair, environment: Environment, changed: Set<string>): ChangeCause => {
  const { before, after } = pair;
  const item = after ?? before;
  if (!item) return 'edit';
  const own = sourceCause[item.group] ?? 'edit';
  const reasons = [before?.reason, after?.reason].map(String);
  const fenceTouched = before && after ? before.fence !== after.fence : false;
  if (fenceTouched && item.layer === 'immediate' && !environment.edit) return 'fence';
  if (fenceTouched && (before?.reason !== after?.reason || isIn(before) !== isIn(after)))
    return fenceCause(reasons, environment);
  if (reasons.some((reason) => fenceReasons.has(reason)) && isIn(before) !== isIn(after))
    return fenceCause(reasons, environment);
  if (reasons.includes('mutedByWriter')) return 'setting';
  if (before && after && before.revision !== after.revision && item.group !== 'passages')
    return own;
  if (!before || !after) {
    if (item.group !== 'passages') return own;
  }
  if (reasons.some((reason) => validityReasons.has(reason))) return environment.edit ? 'edit' : own;
  if (reasons.some((reason) => reason === 'laterChapter') && environment.setting) return 'setting';
  if (reasons.some((reason) => roomReasons.has(reason)))
    return displaced(pair, environment, changed);
  if (item.group === 'passages') return passageCause(item, environment, changed);
  if (own === 'knowledge' && environment.edit) return 'edit';
  if (environment.budget) return 'budget';
  return environment.setting ? 'setting' : own;
};

const kindOf = (before: RecordedItem | undefined, after: RecordedItem | undefined) => {
  if (isIn(before) && !isIn(after)) return 'removed';
  if (!isIn(before) && isIn(after)) return 'added';
  if (!isIn(before) || !isIn(after)) return null;
  if (before.textHash === after.textHash) return null;
  const trimmedNow = after.decision === 'trimmed' && before.bodyHash === after.bodyHash;
  const whole = before.decision === 'trimmed' && after.decision === 'included';
  return trimmedNow || (whole && before.bodyHash === after.bodyHash) ? 'trimmed' : 'edited';
};

const bare = (record: AssemblyRecord): string[] =>
  record.segments.flatMap((segment) => (segment.itemId === null ? [] : [segment.itemId]));

/** Items that both have but in another order: those outside the longest run that kept its order. */
const movedItems = (from: AssemblyRecord, to: AssemblyRecord): Set<string> => {
  const place = new Map(bare(from).map((id, index) => [id, index]));
  const common = bare(to).filter((id) => place.has(id));
  const tails: number[] = [];
  const previous: number[] = [];
  const positions = common.map((id) => place.get(id) ?? 0);
  positions.forEach((position, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((positions[tails[middle] ?? 0] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  });
  const kept = new Set<string>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const id = common[index];
    if (id !== undefined) kept.add(id);
  }
  return new Set(common.filter((id) => !kept.has(id)));
};

/** Names every item that is in, out, cut, changed or moved between two requests, and why (N1). */
export const compareRecords = (from: AssemblyRecord, to: AssemblyRecord): AssemblyChange[] => {
  const before = new Map(from.items.map((item) => [item.id, item]));
  const after = new Map(to.items.map((item) => [item.id, item]));
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const pairs = ids.map((id) => ({ before: before.get(id), after: after.get(id) }));
  const environment = environmentCauses(from, to);
  const changed = changedGroups(pairs);
  const moved = movedItems(from, to);
  const changes: AssemblyChange[] = [];
  for (const pair of pairs) {
    const item = pair.after ?? pair.before;
    if (!item) continue;
    const kind = kindOf(pair.before, pair.after);
    // Another place or number in a list changes a line, not what it says.
    const isSame = kind === 'edited' && pair.before?.bodyHash === pair.after?.bodyHash;
    const change = (isSame ? null : kind) ?? (moved.has(item.id) ? 'moved' : null);
    if (!change) continue;
    changes.push({
      change,
      layer: item.layer,
      itemId: item.id,
      title: item.title,
      cause: causeOf(pair, environment, changed),
      tokensBefore: pair.before?.tokens ?? 0,
      tokensAfter: pair.after?.tokens ?? 0,
    });
  }
  return changes;
};
