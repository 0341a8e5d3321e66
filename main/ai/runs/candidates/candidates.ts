/** The model's texts that wait for the writer's decision. */
import type { Output } from '#shared/contract/index.ts';
import type { Candidate, CandidateState } from '#shared/domain/candidate.ts';
import type { ModelSource } from '#shared/domain/origins.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { SnapshotCause } from '#shared/domain/snapshot-cause.ts';
import { Mutex } from 'async-mutex';
import { AppError } from '#shared/errors.ts';
import { isSamePassage } from '#shared/same-passage.ts';
import type { Proposal } from '../service.ts';
import { countChange } from '#main/base/text/count-change.ts';
import type { Clock } from '#main/platform.ts';
import { followCandidates } from './follow-candidates.ts';
import type { DocumentsService, DocumentText } from '#main/book/documents/service.ts';
import { type FollowText, touchedBy } from '#main/book/text-move.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import { createAcceptedChanges } from './accepted-changes.ts';
import type { CandidateNews } from './candidate-news.ts';
import type { CandidateStore, StoredCandidate } from './candidate-store.ts';
import { episodeWords } from './episode-words.ts';
import { applyHunks, changesOf, hunksOf } from './hunks.ts';
import {
  selectHunks,
  placeCandidate,
  type PlacedCandidate,
  placeNewChapter,
  requirePlace,
} from './place.ts';
import { changeCandidate, newChapterCandidate } from './proposal.ts';
import type { LearnedPreferences } from './learned-preferences.ts';

export type Candidates = {
  /** Answers the id of the one that waits: its own, or that of an equal one which waited already. */
  add(candidate: StoredCandidate): string;
  /** As the service's. */
  propose(proposal: Proposal): Promise<Candidate>;
  list(projectId: string, documentId?: string): Promise<Candidate[]>;
  /** CANDIDATE_NOT_FOUND, CANDIDATE_STALE, CANDIDATE_INVALID, and the errors of saving. */
  accept(candidateId: string, hunks?: readonly number[]): Promise<Output<'ai:candidates:accept'>>;
  /** As the service's. */
  isAcceptedChange(documentId: string, before: string, now: string): boolean;
  /** CANDIDATE_NOT_FOUND. */
  reject(candidateId: string): void;
  /** As the service's. */
  restore(candidateId: string): void;
  /** What became of the project's candidates, by id. */
  states(projectId: string): Map<string, CandidateState>;
  /** As the service's. */
  followText: FollowText;
  /** Null for a candidate that is not there. */
  projectOf(candidateId: string): string | null;
  forgetProject(projectId: string): void;
};

export type CandidatesDependencies = {
  store: CandidateStore;
  learnedPreferences: LearnedPreferences;
  clock: Clock;
  news: CandidateNews;
  documents: Pick<
    DocumentsService,
    'read' | 'info' | 'list' | 'save' | 'createSnapshot' | 'createAt'
  >;
  memory: Pick<MemoryService, 'createEpisode' | 'removeEpisode'>;
  languageOf(projectId: string): Language;
  skillTitle(skillId: string, language: Language): string;
  /** What a candidate's run was asked for, and who wrote it. */
  madeBy(candidate: StoredCandidate): Pick<Candidate, 'instruction' | 'model'>;
};

/** Looks at a chapter that is being saved meanwhile before giving up. */
const maxSettlingAttempts = 3;

/** What offered the assistant's candidates is called so in what is remembered of them. */
const assistantName: Record<Language, string> = { 'zh-CN': '助手', en: 'assistant' };

/** The same words for the same place. Of a chapter that is not there yet the path alone is its place: each has an id of its own. */
const isEqual = (one: StoredCandidate, other: StoredCandidate): boolean =>
  one.newPath === other.newPath &&
  (one.newPath !== null || one.documentId === other.documentId) &&
  one.original === other.original &&
  one.beforeContext === other.beforeContext &&
  one.afterContext === other.afterContext &&
  one.text === other.text &&
  one.partial === other.partial;

const notFound = (candidateId: string): AppError =>
  new AppError('CANDIDATE_NOT_FOUND', 'There is no such pending candidate.', { candidateId });

/** The model's texts that wait for the writer's word. Nothing else writes a model's text into the manuscript. */
export const createCandidates = (dependencies: CandidatesDependencies): Candidates => {
  const { store, documents, clock } = dependencies;
  /** One write at a time: the second of two accepts must see what the first one wrote. */
  const oneAtATime = new Mutex();
  const acceptedChanges = createAcceptedChanges();

  const find = (candidateId: string): StoredCandidate => {
    const stored = store.find(candidateId);
    if (!stored) throw notFound(candidateId);
    return stored;
  };

  /** Id of the episode. */
  const remember = (
    candidate: PlacedCandidate,
    chosen: ReadonlySet<number>,
    chapter: string,
  ): string => {
    const { projectId, documentId, hunks, skillId } = candidate;
    const language = dependencies.languageOf(projectId);
    const text = (wanted: boolean, part: 'inserted' | 'removed'): string =>
      hunks
        .filter(({ index }) => chosen.has(index) === wanted)
        .map((hunk) => hunk[part])
        .join('\n');
    const accepted = text(true, 'inserted');
    const { episodeId } = dependencies.memory.createEpisode({
      projectId,
      documentId,
      text: episodeWords(language, {
        skill:
          skillId === null ? assistantName[language] : dependencies.skillTitle(skillId, language),
        chapter,
        taken: chosen.size,
        of: hunks.length,
        characters: accepted.length,
      }),
    });
    dependencies.learnedPreferences.learn(projectId, language, {
      accepted,
      rejected: text(false, 'inserted'),
      removed: text(true, 'removed'),
    });
    return episodeId;
  };

  /** What was taken back is not remembered; the writer may have deleted it before. */
  const forget = (projectId: string, episodeId: string): void => {
    try {
      dependencies.memory.removeEpisode(projectId, episodeId);
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'MEMORY_EPISODE_NOT_FOUND';
      if (!isGone) throw error;
    }
  };

  /** Whose the accepted words are (N14). */
  const originOf = (stored: StoredCandidate) => {
    const { candidateId, runId, skillId, program } = stored;
    const { model } = dependencies.madeBy(stored);
    const source: ModelSource = { sourceId: candidateId, runId, skillId, program, model };
    return { code: `model:${candidateId}`, source } as const;
  };

  const changed = ({
    projectId,
    documentId,
  }: Pick<StoredCandidate, 'projectId' | 'documentId'>): void =>
    dependencies.news.tell({ projectId, documentId });

  /** Null for a chapter that was deleted. PROJECT_CLOSED. */
  const titleIfThere = ({ projectId, documentId }: StoredCandidate): string | null => {
    const chapters = documents.list(projectId);
    return chapters.find((one) => one.documentId === documentId)?.title ?? null;
  };

  /** Whether a chapter lies there; letter case and composition of characters make no other file of it. */
  const isTaken = (projectId: string, path: string): boolean => {
    const key = (one: string): string => one.normalize('NFC').toLowerCase();
    return documents.list(projectId).some((document) => key(document.path) === key(path));
  };

  const list = async (projectId: string, documentId?: string): Promise<Candidate[]> => {
    const stored = store
      .list(projectId)
      .filter((candidate) => documentId === undefined || candidate.documentId === documentId);
    const texts = new Map<string, DocumentText | null>();
    for (const { documentId: id, newPath } of stored) {
      if (newPath !== null || texts.has(id)) continue;
      try {
        texts.set(id, await documents.read(projectId, id));
      } catch (error) {
        // A chapter that is away may come back, and its candidates with it.
        if (!(error instanceof AppError)) throw error;
        texts.set(id, null);
      }
    }
    return stored.flatMap((candidate) => {
      const { newPath } = candidate;
      const made = dependencies.madeBy(candidate);
      if (newPath !== null) {
        return [{ ...placeNewChapter(candidate, isTaken(projectId, newPath)), ...made }];
      }
      const text = texts.get(candidate.documentId);
      return text ? [{ ...placeCandidate(candidate, text), ...made }] : [];
    });
  };

  /** The text a snapshot was just taken of: a save that came between is looked at again. */
  const snapshotOfCurrent = async (
    { projectId, documentId }: StoredCandidate,
    cause: SnapshotCause,
  ) => {
    const request = { reason: 'beforeAi', cause } as const;
    for (let attempt = 1; ; attempt += 1) {
      const before = await documents.read(projectId, documentId);
      const snapshot = await documents.createSnapshot(projectId, documentId, request);
      const current = await documents.read(projectId, documentId);
      if (current.version === before.version) return { current, snapshot };
      if (attempt === maxSettlingAttempts) {
        throw new AppError('DOCUMENT_CONFLICT', 'The chapter keeps changing.', { documentId });
      }
    }
  };

  const decided = (
    candidate: PlacedCandidate,
    chosen: ReadonlySet<number>,
    title: string,
  ): void => {
    const { candidateId, projectId, documentId } = candidate;
    const decision = { hunks: [...chosen], of: candidate.hunks.length };
    store.decide(candidateId, 'accepted', decision, clock.now());
    remember(candidate, chosen, title);
    changed({ projectId, documentId });
  };

  const acceptNew = async (
    stored: StoredCandidate,
    path: string,
    hunks: readonly number[] | undefined,
  ): ReturnType<Candidates['accept']> => {
    const { projectId, documentId } = stored;
    const candidate = requirePlace(placeNewChapter(stored, isTaken(projectId, path)));
    const chosen = selectHunks(candidate, hunks);
    const text = applyHunks({ original: '', start: 0 }, candidate.hunks, chosen);
    const made = await documents.createAt({
      ...{ projectId, documentId, path, text },
      made: { kind: 'new', ...originOf(stored) },
    });
    decided(candidate, chosen, documents.info(projectId, documentId).title);
    const words = countChange('', text).added;
    return { ...made, documentId, start: 0, end: text.length, created: true, words, setAside: [] };
  };

  /** Others that wait for the same passage: one text can take its place. */
  const othersFor = (candidate: PlacedCandidate, text: DocumentText): string[] =>
    store
      .list(candidate.projectId)
      .filter(
        (one) =>
          one.documentId === candidate.documentId &&
          one.candidateId !== candidate.candidateId &&
          one.newPath === null,
      )
      .map((one) => placeCandidate(one, text))
      .filter((one) => !one.stale && isSamePassage(one, candidate))
      .map(({ candidateId }) => candidateId);

  const accept: Candidates['accept'] = async (candidateId, hunks) => {
    const stored = find(candidateId);
    const { projectId, documentId, newPath } = stored;
    if (newPath !== null) return acceptNew(stored, newPath, hunks);
    // Looked at first, so that a refusal leaves no snapshot behind.
    const shown = requirePlace(placeCandidate(stored, await documents.read(projectId, documentId)));
    const { current, snapshot } = await snapshotOfCurrent(stored, {
      kind: 'candidate',
      skillId: stored.origin === 'skill' ? stored.skillId : null,
      instruction: dependencies.madeBy(stored).instruction,
      accepted: selectHunks(shown, hunks).size,
      of: shown.hunks.length,
    });
    const candidate = requirePlace(placeCandidate(stored, current));
    const chosen = selectHunks(candidate, hunks);
    const { start, end, original } = candidate;
    const beside = { before: current.text.slice(0, start) };
    const written = applyHunks({ original, start, beside }, candidate.hunks, chosen);
    const others = othersFor(candidate, current);
    const text = `${current.text.slice(0, start)}${written}${current.text.slice(end)}`;
    const { version, merged } = await documents.save(
      { projectId, documentId, text, expectedVersion: current.version, reason: 'save' },
      {
        kind: 'changes',
        changes: changesOf(beside, candidate.hunks, chosen),
        ...originOf(stored),
      },
    );
    // What was merged holds somebody else's change besides.
    if (!merged) acceptedChanges.note(documentId, { before: current.version, after: version });
    for (const id of others) store.decide(id, 'rejected', { setAside: true }, clock.now());
    decided(candidate, chosen, documents.info(projectId, documentId).title);
    const { snapshotId } = snapshot;
    return {
      version,
      snapshotId,
      documentId,
      start,
      end: start + written.length,
      created: false,
      words: countChange(current.text, text).added,
      setAside: others,
    };
  };

  const add = (candidate: StoredCandidate): string => {
    const equal = store.list(candidate.projectId).find((one) => isEqual(one, candidate));
    if (equal) return equal.candidateId;
    store.insert(candidate);
    changed(candidate);
    return candidate.candidateId;
  };

  const withMaker = (candidate: PlacedCandidate, stored: StoredCandidate): Candidate => ({
    ...candidate,
    ...dependencies.madeBy(stored),
  });

  const propose: Candidates['propose'] = async (proposal) => {
    const made = { now: clock.now() };
    if ('newPath' in proposal) {
      const { projectId, newPath } = proposal;
      if (isTaken(projectId, newPath)) {
        throw new AppError('DOCUMENT_NAME_TAKEN', 'There is a chapter at that path already.');
      }
      const candidate = find(add(newChapterCandidate(proposal, made)));
      return withMaker(placeNewChapter(candidate, false), candidate);
    }
    const current = await documents.read(proposal.projectId, proposal.documentId);
    const candidate = find(add(changeCandidate(proposal, current, made)));
    return withMaker(placeCandidate(candidate, current), candidate);
  };

  return {
    list,
    add,
    propose,
    isAcceptedChange: acceptedChanges.connect,
    accept: (candidateId, hunks) => oneAtATime.runExclusive(() => accept(candidateId, hunks)),
    reject(candidateId) {
      const stored = find(candidateId);
      const { newPath, original, text, start } = stored;
      // A closed project's candidate can wait; a chapter that was deleted has none to wait in, and no name to remember it by.
      const title = newPath ?? titleIfThere(stored);
      const hunks = hunksOf(original, text, start);
      const refused = { ...stored, hunks, stale: false };
      const episodeId = title === null ? undefined : remember(refused, new Set(), title);
      const decision = { hunks: [], of: hunks.length, episodeId };
      store.decide(candidateId, 'rejected', decision, clock.now());
      changed(stored);
    },
    followText(move) {
      for (const candidate of followCandidates(store.listReturnable(move.projectId), move)) {
        store.move(candidate);
      }
      const { projectId } = move;
      for (const documentId of touchedBy(move)) changed({ projectId, documentId });
    },
    projectOf: (candidateId) => store.find(candidateId)?.projectId ?? null,
    restore(candidateId) {
      const rejected = store.findRejected(candidateId);
      if (!rejected || !store.restore(candidateId)) throw notFound(candidateId);
      const { candidate, episodeId } = rejected;
      if (episodeId !== null) forget(candidate.projectId, episodeId);
      changed(candidate);
    },
    states: store.states,
    forgetProject(projectId) {
      store.forget(projectId);
      dependencies.news.forgetProject(projectId);
      dependencies.learnedPreferences.forget(projectId);
    },
  };
};
