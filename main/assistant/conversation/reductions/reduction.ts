/** What every way of making a prompt shorter takes and gives; nothing of it is stored yet. */
import type { Dependencies } from '../dependencies.ts';
import type { Removal } from '../offload/offloader.ts';
import type { CountText } from '../service.ts';
import type { StoredMessage } from '../store/message-store.ts';

export type ReductionDependencies = Pick<
  Dependencies,
  'messages' | 'offloader' | 'files' | 'settings' | 'logger'
>;

export type ReductionRequest = {
  /** What no summary stands for, oldest first. */
  rows: readonly StoredMessage[];
  /** The turn under way. */
  turnId: string | null;
  count: CountText;
};

export type Reduction = { removals: Removal[]; savedTokens: number };

export const nothingReduced: Reduction = { removals: [], savedTokens: 0 };
