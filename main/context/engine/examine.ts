/** Makes an assembly to look at it: nothing is logged, kept or remembered of it, and no request before decides on it (N11). */
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { AssemblyChange } from '#shared/domain/assembly.ts';
import { layerOfGroup } from './candidate.ts';
import type { Selected } from './choice.ts';
import { compareRecords } from './compare.ts';
import { decideOrEstimate } from './decide-or-estimate.ts';
import { titleOf } from './explain.ts';
import { fenceExclusion } from './eligibility.ts';
import { gatherForModel } from './gather-for-model.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { EngineState } from './parts.ts';
import { passageExclusion, passageScope } from './passage-filter.ts';
import { templatesFor } from './prompt-templates.ts';
import { recordAssembly, recordedAssembly, recordedInput } from './record.ts';
import type { Examined, ExaminedItem } from './service.ts';
import type { Sticky } from './sticky-entries.ts';
import { readRecord, writeRecord } from './stored-record.ts';
import type { HashText } from './text-hashes.ts';

/** Entries and chapters of the request before do not stay: the same book gives the same answer on every machine. */
const nothingSticky: Sticky = { stickyEntityIds: new Set(), stickyChapterStart: null };

const examinedItem = (
  { candidate, decision, reason, chapter, cost, start, end }: Selected,
  fencedTitle: string,
): ExaminedItem => ({
  id: candidate.id,
  layer: layerOfGroup[candidate.group],
  source: candidate.source,
  title: titleOf(candidate.title, reason, fencedTitle),
  ...{ decision, reason, chapter, body: candidate.stretch ?? candidate.body },
  tokens: cost,
  score: candidate.score,
  documentId: candidate.documentId,
  start: start ?? candidate.start,
  end: end ?? candidate.end,
});

/** Answers {@link Examined.keptOut}. */
const keptOutOf =
  (input: AssemblyInput): Examined['keptOut'] =>
  (target) => {
    const scope = passageScope(input);
    if (target.kind === 'passage') {
      const chapter = input.chapters.find(({ documentId }) => documentId === target.documentId);
      return chapter ? passageExclusion({ ...target, text: target.quote }, chapter, scope) : null;
    }
    const known =
      target.kind === 'entity'
        ? input.entities.find(({ entityId }) => entityId === target.id)
        : input.constraints.find(({ constraintId }) => constraintId === target.id);
    return known ? fenceExclusion(known.fence, scope.at) : null;
  };

/** Errors of `gather`; CONTEXT_INPUT_TOO_LARGE. */
export const examine = async (
  state: EngineState,
  request: AssembleRequest,
  hashText: HashText,
): Promise<Examined> => {
  const model = state.model();
  const wished = state.budgets.get(request.projectId);
  const { input, warnings } = await gatherForModel(state, request, model, nothingSticky);
  const assembly = decideOrEstimate(state, input, model, warnings);
  const { fencedTitle } = templatesFor(input.language);
  const { prompt, segments, total, tokenCount } = assembly;
  return {
    ...{ prompt, segments, total, tokenCount, warnings },
    text: input.text,
    items: assembly.selected.map((choice) => examinedItem(choice, fencedTitle)),
    explain: assembly.itemOf,
    keptOut: keptOutOf(input),
    record() {
      const recorded = recordedInput(input);
      const kept = recordedAssembly(assembly);
      const source = { assembly: kept, input: recorded, request, budget: wished };
      return writeRecord(recordAssembly(source, hashText).record);
    },
  };
};

/** What two examined assemblies have different; null where one of the records cannot be read. */
export const compareExamined = (from: string, to: string): AssemblyChange[] | null => {
  try {
    return compareRecords(readRecord(from), readRecord(to));
  } catch {
    // A record of another version of the program, or damaged: it says nothing.
    return null;
  }
};
