import { assistantPanel } from '#renderer/features/assistant/index.ts';
import { codexPanel } from '#renderer/features/codex/index.ts';
import { constraintsPanel } from '#renderer/features/constraints/index.ts';
import { filesPanel } from '#renderer/features/context-files/index.ts';
import { inspectPanel } from '#renderer/features/inspect/index.ts';
import { memoryPanel } from '#renderer/features/memory/index.ts';
import { notesPanel } from '#renderer/features/notes/index.ts';
import type { DockPanel } from './dock-panel.ts';

/** The tabs of the dock, in their order. */
export const panels: readonly DockPanel[] = [
  inspectPanel,
  constraintsPanel,
  assistantPanel,
  codexPanel,
  notesPanel,
  memoryPanel,
  filesPanel,
];
