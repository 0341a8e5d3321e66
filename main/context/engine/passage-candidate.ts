/** A passage that retrieval found, as a candidate. */
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate, PricedText, RecordedSubject, Shorten } from './candidate.ts';
import type { Exclusion } from './eligibility.ts';
import type { PreparedPassage } from './prepared-passage.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { shortenPassage } from './shorten-passage.ts';
import { withoutTornNames } from './torn-names.ts';

/** What of a passage goes, and whether it may. */
export type PassageStanding = {
  hit: SearchHit;
  chapter: DocumentInfo;
  /** What is sent of it when it goes whole. */
  prepared: PreparedPassage;
  excluded: Exclusion | null;
  /** Text that Immediate holds was taken off it. */
  isShortened: boolean;
};

/**
 * Reads what it says from the passage that all requests share, and works out only what somebody asks for: hundreds are made
 * for every request and most are left out.
 */
export class PassageCandidate implements Candidate {
  readonly group = 'passages';
  readonly source = 'retrieval';
  readonly reason = 'similarPassage';
  readonly fence = null;
  readonly excluded: Exclusion | null;
  readonly score: number;
  readonly #standing: PassageStanding;
  readonly #input: Pick<AssemblyInput, 'focus' | 'mentions'>;
  readonly #templates: PromptTemplates;

  constructor(
    standing: PassageStanding,
    input: Pick<AssemblyInput, 'focus' | 'mentions'>,
    templates: PromptTemplates,
  ) {
    this.excluded = standing.excluded;
    this.score = standing.hit.score;
    this.#standing = standing;
    this.#input = input;
    this.#templates = templates;
  }

  get id(): string {
    return this.#standing.hit.chunkId;
  }

  get title(): string {
    return this.#standing.prepared.title;
  }

  get body(): string {
    return this.#standing.prepared.body;
  }

  get item(): PricedText {
    return this.#standing.prepared.item;
  }

  get revision(): string {
    return this.#standing.prepared.revision;
  }

  get recorded(): RecordedSubject {
    return this.#standing.prepared.recorded;
  }

  get documentId(): string {
    return this.#standing.hit.documentId;
  }

  get chapterOrder(): number {
    return this.#standing.chapter.order;
  }

  get start(): number {
    return this.#standing.hit.start + this.#standing.prepared.lead;
  }

  get end(): number {
    return this.start + this.#standing.prepared.text.length;
  }

  get shortened(): 'overlapRemoved' | undefined {
    return this.#standing.isShortened ? 'overlapRemoved' : undefined;
  }

  get matched(): readonly string[] {
    return withoutTornNames(this.#standing.hit.matched, this.#input);
  }

  get shorten(): Shorten {
    const { hit, prepared, chapter } = this.#standing;
    return shortenPassage(hit, prepared, chapter.title, this.#templates);
  }
}
