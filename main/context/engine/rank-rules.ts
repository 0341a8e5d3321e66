/** What must not be violated, as candidates: constraints, then the codex. */
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate } from './candidate.ts';
import type { EntryView } from './prepared-entries.ts';
import { rankEntries } from './rank-entries.ts';

export const rankRules = (input: AssemblyInput, view: EntryView): Candidate[] => [
  ...input.prepare.constraints(input, view.at, view.forbidden),
  ...rankEntries(input, view),
];
