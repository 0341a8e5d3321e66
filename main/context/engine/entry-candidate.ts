/** A codex entry as a candidate. */
import type { Reason } from '#shared/domain/assembly.ts';
import type { Candidate, CostedText, RecordedSubject, Shorten } from './candidate.ts';
import type { PreparedEntry } from './prepared-entries.ts';

/** What the text at the cursor makes of an entry. */
export type EntryStanding = {
  reason: Reason;
  named: boolean;
  matched: readonly string[] | undefined;
  score(): number;
};

/** Reads what it says from the entry that all requests share. */
export class EntryCandidate implements Candidate {
  readonly group = 'entities';
  readonly source = 'knowledge';
  readonly #entry: PreparedEntry;
  readonly #standing: EntryStanding;

  constructor(entry: PreparedEntry, standing: EntryStanding) {
    this.#entry = entry;
    this.#standing = standing;
  }

  get id(): string {
    return this.#entry.id;
  }

  get title(): string {
    return this.#entry.title;
  }

  get body(): string {
    return this.#entry.body;
  }

  get item(): CostedText {
    return this.#entry.item;
  }

  get revision(): string {
    return this.#entry.revision;
  }

  get fence(): string | null {
    return this.#entry.fence;
  }

  get excluded(): Candidate['excluded'] {
    return this.#entry.excluded;
  }

  get recorded(): RecordedSubject {
    return this.#entry.recorded;
  }

  get shorten(): Shorten {
    return this.#entry.shorten;
  }

  get shortened(): Candidate['shortened'] {
    return this.#entry.shortened;
  }

  get reason(): Reason {
    return this.#standing.reason;
  }

  get named(): boolean {
    return this.#standing.named;
  }

  get matched(): readonly string[] | undefined {
    return this.#standing.matched;
  }

  get score(): number {
    return this.#standing.score();
  }
}
