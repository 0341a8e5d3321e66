/** A passage that retrieval found, as a candidate. */
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate, CostedText, RecordedSubject, Shorten } from './candidate.ts';
import type { Exclusion } from './eligibility.ts';
import type { PreparedPassage } from './prepared-passage.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { shortenPassage } from './shorten-passage.ts';
import { withoutTornNames } from './torn-names.ts';

/** A passage retrieval found, its chapter, and what is sent of it when it goes whole. */
export type RankedPassage = { hit: SearchHit; chapter: DocumentInfo; prepared: PreparedPassage };

/** The request a passage is a candidate of. */
export type PassageAsked = {
  input: Pick<AssemblyInput, 'focus' | 'mentions' | 'lookedUp'>;
  templates: PromptTemplates;
};

/**
 * Reads what it says from the passage that all requests share, and works out only what somebody asks for: hundreds are made
 * for every request and most are left out.
 */
export class PassageCandidate implements Candidate {
  readonly group = 'passages';
  readonly source = 'retrieval';
  readonly fence = null;
  readonly excluded: Exclusion | null;
  readonly #offered: RankedPassage;
  /** What goes: less than all of it where Immediate holds the rest. */
  readonly #prepared: PreparedPassage;
  readonly #asked: PassageAsked;

  constructor(
    offered: RankedPassage,
    { prepared, excluded }: { prepared: PreparedPassage; excluded: Exclusion | null },
    asked: PassageAsked,
  ) {
    this.excluded = excluded;
    this.#offered = offered;
    this.#prepared = prepared;
    this.#asked = asked;
  }

  get question(): string | undefined {
    return this.#asked.input.lookedUp.get(this.id);
  }

  get reason(): 'lookedUp' | 'similarPassage' {
    return this.#asked.input.lookedUp.has(this.id) ? 'lookedUp' : 'similarPassage';
  }

  get score(): number {
    return this.#offered.hit.score;
  }

  get id(): string {
    return this.#offered.hit.chunkId;
  }

  get title(): string {
    return this.#prepared.title;
  }

  get body(): string {
    return this.#prepared.body;
  }

  get stretch(): string {
    return this.#prepared.text;
  }

  get item(): CostedText {
    return this.#prepared.item;
  }

  get revision(): string {
    return this.#prepared.revision;
  }

  get recorded(): RecordedSubject {
    return this.#prepared.recorded;
  }

  get documentId(): string {
    return this.#offered.hit.documentId;
  }

  get chapterOrder(): number {
    return this.#offered.chapter.order;
  }

  get start(): number {
    return this.#offered.hit.start + this.#prepared.lead;
  }

  get end(): number {
    return this.start + this.#prepared.text.length;
  }

  get shortened(): 'overlapRemoved' | undefined {
    return this.#prepared !== this.#offered.prepared ? 'overlapRemoved' : undefined;
  }

  get similarity(): number | undefined {
    return this.#offered.hit.similarity;
  }

  get matched(): readonly string[] {
    return withoutTornNames(this.#offered.hit.matched, this.#asked.input);
  }

  get shorten(): Shorten {
    const { hit, chapter } = this.#offered;
    return shortenPassage(hit, this.#prepared, chapter.title, this.#asked.templates);
  }
}
