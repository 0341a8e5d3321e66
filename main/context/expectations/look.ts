/** One look at the expectations of a book: one assembly answers all that are held against the request of a place. */
import { setTimeout as wait } from 'node:timers/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AssemblyChange } from '#shared/domain/assembly.ts';
import { appErrorCode, type ErrorCode } from '#shared/errors.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { StoredExpectation } from '#main/book/expectations/service.ts';
import type { Examined } from '#main/context/engine/service.ts';
import { judgePlace, unjudged, type Verdict } from './judge-place.ts';
import {
  type BookNow,
  createReader,
  type Place,
  type Resolved,
  resolve,
  type Target,
} from './resolve.ts';
import { isSearched, sentIn, type SeenPlace } from './seen-places.ts';
import { packAssemblies, type Packing } from './pack-assemblies.ts';
import type { CheckSources } from './sources.ts';
import type { Found, ResultStore, StoredResult } from './store.ts';
import { type PlacedVerdict, sumVerdicts } from './sum-verdicts.ts';
import { tellSince } from './tell-since.ts';

export type LookParts = {
  sources: CheckSources;
  store: ResultStore;
  clock: Clock;
  logger: Logger;
};

export type LookOrder = {
  projectId: string;
  /** Those asked for; null for all. */
  ids: ReadonlySet<string> | null;
  /** Whether a place that was seen before must be looked at again; all are without it. */
  isTouched: ((place: Place, seen: SeenPlace) => boolean) | null;
  /** Milliseconds of rest after each assembly. */
  rest: number;
  seen: Map<string, SeenPlace>;
  signal: AbortSignal;
};

export type Looked = { results: StoredResult[]; assemblies: number };

type Member = { expectation: StoredExpectation; place: Place; target: Target };
/** Those that one assembly answers. */
type Group = { place: Place; members: Member[] };

type Judged = { verdict: Verdict; place: Place; difference: AssemblyChange[] };

const bookNow = ({ sources }: LookParts, projectId: string): BookNow => {
  const { documents, knowledge, constraints, expectations } = sources;
  return {
    chapters: documents.chapters(projectId),
    order: documents.list(projectId).map(({ documentId }) => documentId),
    entities: new Set(knowledge.listEntities(projectId).map(({ entityId }) => entityId)),
    constraints: new Set(constraints.list(projectId).map(({ constraintId }) => constraintId)),
    read: createReader(documents, projectId),
    find: expectations.find,
  };
};

const resolveAll = async (
  parts: LookParts,
  projectId: string,
  selected: readonly StoredExpectation[],
): Promise<Resolved[]> => {
  const book = bookNow(parts, projectId);
  const found = await Promise.all(selected.map((one) => resolve(book, one)));
  const moved = found.flatMap(({ moved: change }) => (change ? [change] : []));
  parts.sources.expectations.reanchor(projectId, moved);
  return found.map(({ resolved }) => resolved);
};

const groupByRequest = (resolved: readonly Resolved[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const one of resolved) {
    if ('failure' in one) continue;
    for (const place of one.places) {
      const { documentId, cursorPosition, skillId } = place;
      const key = `${documentId}\n${cursorPosition}\n${skillId}`;
      const group = groups.get(key) ?? { place, members: [] };
      group.members.push({ expectation: one.expectation, place, target: one.target });
      groups.set(key, group);
    }
  }
  return [...groups.values()];
};

/** What is known of a group without a look, where nothing reaches it; null where it must be looked at. */
const knownVerdicts = ({ members }: Group, { isTouched, seen }: LookOrder): Verdict[] | null => {
  if (!isTouched) return null;
  const verdicts: Verdict[] = [];
  for (const { expectation, place } of members) {
    const known = seen.get(place.key);
    const last = known?.verdicts.get(expectation.expectationId);
    if (!known || last?.version !== expectation.version || isTouched(place, known)) return null;
    verdicts.push(last.verdict);
  }
  return verdicts;
};

type Indexing = { failure: ErrorCode | null };

/** What a place's request is; what kept it from being made where there is none. */
const examineGroup = async (
  { sources, logger }: LookParts,
  projectId: string,
  { documentId, cursorPosition, skillId }: Place,
): Promise<Examined | { code: ErrorCode }> => {
  try {
    return await sources.engine.examine({ projectId, documentId, cursorPosition, skillId });
  } catch (error) {
    const code = appErrorCode(error);
    if (code === 'PROJECT_CLOSED' || code === 'PROJECT_NOT_FOUND') throw error;
    if (code === 'INTERNAL') {
      logger.log('error', 'an expectation could not be looked at', {
        ...{ projectId, documentId },
        ...reportError(error),
      });
    }
    return { code };
  }
};

const needsSearch = ({ kind }: Target): boolean => kind === 'passage' || kind === 'text';

const judgeMember = (
  examined: Examined | { code: ErrorCode },
  { expectation, target }: Member,
  indexing: Indexing,
): Verdict => {
  if ('code' in examined) {
    const { code } = examined;
    return unjudged(
      code === 'SKILL_NOT_FOUND' ? { outcome: 'skillGone' } : { outcome: 'failed', code },
    );
  }
  if (indexing.failure && needsSearch(target)) {
    return unjudged({ outcome: 'failed', code: indexing.failure });
  }
  return judgePlace(examined, target, expectation.expect);
};

const remember = (
  group: Group,
  examined: Examined,
  verdicts: readonly Verdict[],
  order: LookOrder,
) => {
  const sent = sentIn(examined, group.place.documentId);
  const searched = isSearched(
    examined,
    group.members.map(({ target }) => target),
  );
  // What others found at the place was of another request: where only some are asked for, the rest are looked at again.
  for (const { place } of group.members) order.seen.delete(place.key);
  for (const [at, { expectation, place }] of group.members.entries()) {
    const verdict = verdicts[at];
    if (!verdict) continue;
    const { expectationId, version } = expectation;
    const known = new Map(order.seen.get(place.key)?.verdicts);
    // What kept one from being judged may be over at the next look, without a change of the book.
    if (verdict.state === 'unjudged') known.delete(expectationId);
    else known.set(expectationId, { version, verdict });
    order.seen.set(place.key, { sent, isSearched: searched, verdicts: known });
  }
};

/** Answers each member's verdict; notes the assembly, and what it has different where something broke. */
const lookAtGroup = async (
  parts: LookParts,
  order: LookOrder,
  group: Group,
  context: {
    indexing: Indexing;
    before: ReadonlyMap<string, StoredResult>;
    packing: Packing;
  },
): Promise<Judged[]> => {
  const { projectId } = order;
  const examined = await examineGroup(parts, projectId, group.place);
  const verdicts = group.members.map((member) => judgeMember(examined, member, context.indexing));
  if ('code' in examined) {
    for (const { place } of group.members) order.seen.delete(place.key);
  } else {
    remember(group, examined, verdicts, order);
  }
  const record = 'code' in examined ? null : examined.record();
  return group.members.map(({ expectation, place }, at) => {
    const verdict = verdicts[at] ?? unjudged({ outcome: 'failed' });
    const was = context.before.get(expectation.expectationId);
    const isBreaking = verdict.state !== 'held' && was?.state === 'held';
    const earlier =
      isBreaking && record !== null ? parts.store.readAssembly(projectId, place.key) : null;
    if (record !== null) context.packing.add(place.key, record);
    const difference =
      earlier !== null && record !== null
        ? (parts.sources.engine.compareExamined(earlier, record) ?? [])
        : [];
    return { verdict, place, difference };
  });
};

const conclude = (
  resolved: readonly Resolved[],
  judged: ReadonlyMap<string, readonly Judged[]>,
  before: ReadonlyMap<string, StoredResult>,
  now: number,
): StoredResult[] =>
  resolved.map((one) => {
    const { expectationId, version } = one.expectation;
    const verdicts = judged.get(expectationId) ?? [];
    const placed: readonly PlacedVerdict[] = verdicts;
    const summed =
      'failure' in one
        ? {
            state: 'unjudged' as const,
            why: { ...one.failure, places: 0, brokenPlaces: 0 },
            place: null,
          }
        : sumVerdicts(placed);
    const last = before.get(expectationId);
    const was = last?.version === version ? last : undefined;
    const deciding = verdicts.find(({ place }) => place === summed.place);
    const since = tellSince(summed, was, deciding?.difference ?? [], now);
    const heldAt = summed.state === 'held' ? now : (was?.heldAt ?? null);
    return {
      ...{ expectationId, version, since, heldAt },
      state: summed.state,
      why: summed.why,
      checkedAt: now,
    };
  });

/** Without an index nothing can be said of passages; of the rest it can. */
const indexNow = async (
  { sources }: LookParts,
  { projectId, isTouched }: LookOrder,
): Promise<Indexing> => {
  const { retrieval } = sources;
  try {
    // A look after a change knows what that was; another one looks for itself what came into the folder.
    await (isTouched ? retrieval.settle(projectId) : retrieval.index(projectId, true));
    return { failure: null };
  } catch (error) {
    const code = appErrorCode(error);
    if (code === 'INTERNAL' || code === 'PROJECT_CLOSED' || code === 'PROJECT_NOT_FOUND')
      throw error;
    return { failure: code };
  }
};

type LookContext = Parameters<typeof lookAtGroup>[3];

/** What every expectation has of its places, those that nothing reaches as they are known. Errors: the signal's reason. */
const lookAtGroups = async (
  parts: LookParts,
  order: LookOrder,
  groups: readonly Group[],
  context: LookContext,
): Promise<{ judged: Map<string, Judged[]>; assemblies: number }> => {
  const { rest, signal } = order;
  const judged = new Map<string, Judged[]>();
  let assemblies = 0;
  for (const group of groups) {
    const known = knownVerdicts(group, order);
    const found = known
      ? group.members.map(({ place }, at) => ({
          verdict: known[at] ?? unjudged({ outcome: 'failed' }),
          place,
          difference: [],
        }))
      : await lookAtGroup(parts, order, group, context);
    for (const [at, { expectation }] of group.members.entries()) {
      const one = found[at];
      if (!one) continue;
      const others = judged.get(expectation.expectationId) ?? [];
      judged.set(expectation.expectationId, [...others, one]);
    }
    if (known) continue;
    assemblies += 1;
    await (rest > 0 ? wait(rest, undefined, { ref: false }) : nextTurn());
    signal.throwIfAborted();
  }
  return { judged, assemblies };
};

/**
 * Nothing is written before all is looked at, and then in one transaction: a look that is cut off leaves what was known.
 * Errors: the signal's reason, PROJECT_CLOSED, PROJECT_NOT_FOUND, SQLite's.
 */
export const look = async (parts: LookParts, order: LookOrder): Promise<Looked> => {
  const { sources, store, clock } = parts;
  const { projectId, ids, signal } = order;
  const all = sources.expectations.listStored(projectId);
  const selected = ids ? all.filter(({ expectationId }) => ids.has(expectationId)) : all;
  if (selected.length === 0 && ids) return { results: [], assemblies: 0 };
  // Places are found in the texts themselves: both go on at once, and neither is left behind when the other fails.
  const [indexed, found] = await Promise.allSettled([
    selected.length > 0 ? indexNow(parts, order) : { failure: null },
    resolveAll(parts, projectId, selected),
  ]);
  if (indexed.status === 'rejected') throw indexed.reason;
  if (found.status === 'rejected') throw found.reason;
  const [indexing, resolved] = [indexed.value, found.value];
  signal.throwIfAborted();
  const before = store.list(projectId);
  const groups = groupByRequest(resolved);
  const packing = packAssemblies(store.listHashes(projectId));
  const looking = lookAtGroups(parts, order, groups, { indexing, before, packing });
  // However it ends, what is being packed is waited for.
  const [looked] = await Promise.allSettled([looking]);
  const packed = await packing.settle();
  if (looked.status === 'rejected') throw looked.reason;
  const { judged, assemblies } = looked.value;
  const results = conclude(resolved, judged, before, clock.now());
  const present: Found['present'] = ids
    ? null
    : {
        expectations: new Set(all.map(({ expectationId }) => expectationId)),
        places: new Set(groups.flatMap(({ members }) => members.map(({ place }) => place.key))),
      };
  store.write(projectId, { results, assemblies: packed, present });
  // Of places nobody expects anything of any more nothing is kept.
  for (const key of order.seen.keys()) {
    if (present && !present.places.has(key)) order.seen.delete(key);
  }
  return { results, assemblies };
};
