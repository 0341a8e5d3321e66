/** What others may ask of expectations. */
import type { Parsed } from '#shared/contract/index.ts';
import type { Expectation } from '#shared/domain/expectation.ts';
import type { FollowText } from '../text-move.ts';
import type { ExpectationFields, RecordSource, StoredItem, StoredPlace } from '../record-source.ts';

/** An expectation as it is kept: places and passages are known by their text. */
export type StoredExpectation = Pick<
  Expectation,
  'expectationId' | 'skillId' | 'expect' | 'note' | 'version' | 'createdAt' | 'updatedAt'
> & { at: StoredPlace; item: StoredItem };

/** Where a place or a passage of `from` is now. */
export type Reanchored = { from: StoredExpectation; at?: StoredPlace; item?: StoredItem };

type AnchoredPlace = Extract<StoredPlace, { offset: number }>;
type AnchoredItem = Extract<StoredItem, { quote: string }>;

/** Finds places and passages again in the text of now; `anchor`: as they are to be stored from now on. */
export type FindAnchored = {
  place(
    text: string,
    at: AnchoredPlace,
  ): { cursor: number; isSame: boolean; anchor: AnchoredPlace } | null;
  passage(
    text: string,
    item: AnchoredItem,
  ): { start: number; end: number; isSame: boolean; anchor: AnchoredItem } | null;
};

export type ExpectationsService = {
  /** For the records of the book's folder. */
  records: RecordSource<ExpectationFields>;
  /** In the order in which they were made. */
  list(projectId: string): Expectation[];
  listStored(projectId: string): readonly StoredExpectation[];
  /** DOCUMENT_NOT_FOUND, EXPECTATION_INVALID, EXPECTATION_LIMIT, and the errors of reading a chapter. */
  create(input: Parsed<'expectations:create'>): Promise<Expectation>;
  /** EXPECTATION_NOT_FOUND, EXPECTATION_CONFLICT, and those of `create`. */
  update(input: Parsed<'expectations:update'>): Promise<Expectation>;
  remove(projectId: string, expectationId: string): void;
  restore(projectId: string, expectationId: string): Expectation;
  find: FindAnchored;
  /**
   * The text around some places changed and they were found again: no edit of the writer's. Those that have become another
   * place or passage meanwhile keep that.
   */
  reanchor(projectId: string, changes: readonly Reanchored[]): void;
  followText: FollowText;
  forgetProject(projectId: string): void;
};
