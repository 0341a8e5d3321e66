/** Makes the room of contradictions: rules look for them on this machine, a model where the writer asks for it (N15). */
import type { StoredFinding } from '#main/book/findings/service.ts';
import type { RunningJob } from '#main/jobs/service.ts';
import { AppError } from '#shared/errors.ts';
import { checkByRule } from './check-by-rule.ts';
import type { AskingDependencies } from './dependencies.ts';
import { storedFrom } from './draft.ts';
import { followFindings } from './follow-text.ts';
import { createContradictionJobs } from './jobs.ts';
import { keepFindings } from './keep-findings.ts';
import { describeFinding, sortByPlace, type TextOf } from './place-today.ts';
import { type ReadBook, readBook } from './read-book.ts';
import { joinStatements } from './same-statement.ts';
import type { ContradictionsService } from './service.ts';
import { createUnderWay } from './under-way.ts';

const textsOf = ({ chapters, entries }: ReadBook): TextOf => {
  const texts = new Map([
    ...chapters.map(({ documentId, text }): [string, string] => [`chapter ${documentId}`, text]),
    ...entries.map(({ entityId, text }): [string, string] => [`entry ${entityId}`, text]),
  ]);
  return ({ source, id }) => texts.get(`${source} ${id}`) ?? null;
};

const chaptersOf = (findings: readonly StoredFinding[]): Set<string> =>
  new Set(
    findings.flatMap(({ places }) =>
      places.flatMap(({ source, id }) => (source === 'chapter' ? [id] : [])),
    ),
  );

export const createContradictions = (dependencies: AskingDependencies): ContradictionsService => {
  const { clock, documents, events, projects } = dependencies;
  const { findings: store } = dependencies;
  const underWay = createUnderWay();
  const jobs = createContradictionJobs(dependencies, store);
  const tell = (projectId: string): void => events.emit('contradictions:changed', { projectId });
  const requireWritable = (projectId: string): void => {
    if (!projects.get(projectId).readOnly) return;
    throw new AppError('PROJECT_LOCKED', 'This project cannot be written here.', { projectId });
  };

  /** The newer check of a book ends the one before. */
  const check: ContradictionsService['check'] = async (input, signal) => {
    const { projectId, documentIds, taskId } = input;
    requireWritable(projectId);
    for (const documentId of documentIds ?? []) documents.info(projectId, documentId);
    const scope = documentIds ? new Set(documentIds) : null;
    const work = async ({ report }: RunningJob, both: AbortSignal) => {
      const book = await readBook(dependencies, { projectId }, both);
      const textOf = textsOf(book);
      const today = () => sortByPlace(store.list(projectId), textOf);
      const { lost } = today();
      const checked = await checkByRule(dependencies, { projectId, book, lost }, report, both);
      const found = storedFrom(checked.drafts, clock.now());
      const statements = joinStatements([lost, checked.lost], [found, checked.stated]);
      const { put, remove } = store.transaction(() => {
        const keeping = keepFindings({ ...today(), found }, scope, statements);
        for (const findingId of keeping.remove) store.remove(projectId, findingId);
        for (const finding of keeping.put) store.put(projectId, finding);
        return keeping;
      });
      if (put.length + remove.length > 0) tell(projectId);
      const { chapters, unreadable } = book;
      const open = put.filter(({ isDismissed }) => !isDismissed).length;
      return { found: open, chapters: chapters.length, unreadable };
    };
    const about = { kind: 'contradictions', projectId, taskId, outlives: true } as const;
    return dependencies.jobs.run(about, signal, (job) =>
      underWay.run(projectId, job.signal, (both) => work(job, both)),
    );
  };

  const decide = (
    projectId: string,
    findingIds: readonly string[],
    isDismissed: boolean,
  ): number => {
    requireWritable(projectId);
    const chosen = new Set(findingIds);
    store.transaction(() => {
      const known = new Map(store.list(projectId).map((one) => [one.findingId, one]));
      for (const findingId of chosen) {
        const finding = known.get(findingId);
        if (!finding) {
          throw new AppError('CONTRADICTION_NOT_FOUND', 'There is no such finding.', { findingId });
        }
        store.put(projectId, { ...finding, isDismissed });
      }
    });
    tell(projectId);
    return chosen.size;
  };

  return {
    async list(projectId) {
      const findings = store.list(projectId);
      const signal = new AbortController().signal;
      const book = await readBook(dependencies, { projectId, only: chaptersOf(findings) }, signal);
      const textOf = textsOf(book);
      const names = new Map(
        dependencies.knowledge.listEntities(projectId).map((one) => [one.entityId, one.name]),
      );
      const nameOf = (entityId: string): string => names.get(entityId) ?? '';
      const order = new Map(
        documents.list(projectId).map(({ documentId }, at) => [documentId, at]),
      );
      const rank = (at: number, found: { id: string; start: number }): [number, number] => [
        order.get(found.id) ?? at,
        found.start,
      ];
      const items = findings
        .flatMap((finding) => describeFinding(finding, textOf, nameOf) ?? [])
        .toSorted((one, other) => {
          const [a, b] = [rank(-1, one.places[1]), rank(-1, other.places[1])];
          return a[0] - b[0] || a[1] - b[1];
        });
      return { items, job: jobs.of(projectId) };
    },
    check,
    dismiss: ({ projectId, findingIds }) => ({ dismissed: decide(projectId, findingIds, true) }),
    restore: ({ projectId, findingIds }) => ({ restored: decide(projectId, findingIds, false) }),
    forecast: (input, signal) => jobs.forecast(input, signal),
    async start(input, signal) {
      requireWritable(input.projectId);
      return jobs.start(input, signal);
    },
    cancel: (projectId) => jobs.cancel(projectId),
    followText(move) {
      const { projectId } = move;
      const moved = followFindings(store.list(projectId), move);
      for (const finding of moved) store.put(projectId, finding);
      if (moved.length > 0) tell(projectId);
    },
    async closeProject(projectId) {
      await jobs.closeProject(projectId);
      await underWay.end(projectId);
    },
    forgetProject(projectId) {
      store.forget(projectId);
      jobs.forgetProject(projectId);
    },
    async close() {
      await jobs.close();
      await underWay.end();
    },
  };
};
