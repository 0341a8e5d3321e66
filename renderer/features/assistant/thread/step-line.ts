import type { Translate } from '#renderer/i18n/index.ts';
import type { Json } from '#shared/errors.ts';
import { stepWords, type Titled } from '#renderer/app/step-words.ts';
import { type StepKind, kindOf } from '#renderer/app/tool-words.ts';
import { observationOf } from './observation.ts';
import type { Call } from './rounds.ts';

type Fields = Readonly<Record<string, Json | undefined>>;

const numberOf = (fields: Fields, ...names: readonly string[]): number | null => {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number') return value;
    if (Array.isArray(value)) return value.length;
  }
  return null;
};

function countWords(t: Translate, kind: StepKind, data: Fields): string | null {
  const { startLine, endLine } = data;
  if (kind === 'read' && typeof startLine === 'number' && typeof endLine === 'number') {
    return t('assistant:counts.lines', { count: Math.max(0, endLine - startLine + 1) });
  }
  const found =
    kind === 'list'
      ? (numberOf(data, 'files') ?? 0) + (numberOf(data, 'directories') ?? 0)
      : numberOf(data, 'total', 'totalMatches', 'matches', 'items', 'entities', 'hits');
  if (found === null) return null;
  switch (kind) {
    case 'list':
    case 'glob':
    case 'files':
      return t('assistant:counts.files', { count: found });
    case 'grep':
    case 'search':
    case 'fileSearch':
    case 'codex':
    case 'constraints':
      return t('assistant:counts.places', { count: found });
    default:
      return null;
  }
}

/** How a call went. */
export type CallState = 'running' | 'done' | 'partial' | 'failed' | 'open';

/** `isLive`: the turn it belongs to is under way. */
export function callState({ result }: Call, isLive: boolean): CallState {
  if (result === null) return isLive ? 'running' : 'open';
  const { status } = result.metadata;
  if (status === 'error') return 'failed';
  return status === 'partial' ? 'partial' : 'done';
}

export type StepLine = { words: string; count: string | null };

/** A call in one plain line: "Read Chapter Three" and "40 lines". */
export function stepLine(
  t: Translate,
  call: Call,
  documents: readonly Titled[],
  state: CallState,
): StepLine {
  const kind = kindOf(call.toolName);
  const form = state === 'done' || state === 'partial' ? 'done' : 'doing';
  const words = stepWords(t, call, documents, form);
  return { words, count: countWords(t, kind, observationOf(call.result).data ?? {}) };
}
