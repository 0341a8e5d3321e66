import { create } from 'zustand';
import type { EntityKind } from '#shared/domain/knowledge.ts';
import { useLayout } from './layout.ts';

export type KindFilter = EntityKind | 'all';

/** Which kind of entry the codex panel shows; the lines of the binder choose one. */
export const useCodexKind = create<{ kind: KindFilter }>()(() => ({ kind: 'all' }));

export const chooseCodexKind = (kind: KindFilter): void => useCodexKind.setState({ kind });

/** Opens the codex panel on one kind. */
export function showCodexKind(kind: EntityKind): void {
  chooseCodexKind(kind);
  useLayout.getState().showPanel('codex');
}
