import { stepWords, type Titled } from '#renderer/app/step-words.ts';
import { useSession } from '#renderer/app/session.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import type { ContextFile } from '#shared/domain/context-file.ts';

/** Hints are written for the model, in English; these are the ones Fabula gives itself. */
const known = [
  {
    pattern: /^Messages (.+) of the conversation as they were before they were archived$/u,
    key: 'archive',
  },
  { pattern: /^Summary of messages (.+) of the conversation$/u, key: 'summary' },
  { pattern: /^(What) was offloaded from the conversation, and when$/u, key: 'log' },
  { pattern: /^Recovered: (.+)$/u, key: 'recovered' },
  { pattern: /^Imported: (.+)$/u, key: 'imported' },
] as const;

const ofTool = /^Output of (?:the tool )?(.+?)(?:, in full)?$/u;
const ofMessage = 'A message of the conversation in full';

/** What of a file its title is made of. */
export type TitledFile = Pick<ContextFile, 'hint' | 'source' | 'origin'>;

/** What the assistant did to get it; null for a file that is no result of a tool. */
function doneWords(t: Translate, file: TitledFile, documents: readonly Titled[]): string | null {
  const toolName = ofTool.exec(file.hint)?.[1];
  if (toolName === undefined) return null;
  const call = file.origin?.call;
  const input = call?.toolName === toolName ? call.input : {};
  return stepWords(t, { toolName, input }, documents, 'done');
}

/** Who said it, and how it begins. */
function saidWords(t: Translate, { hint, origin }: TitledFile): string | null {
  if (hint !== ofMessage) return null;
  const words = origin?.beginning.replace(/\s+/gu, ' ').trim() ?? '';
  if (words === '') return t('context-files:titles.message');
  return t(`context-files:titles.${origin?.role === 'user' ? 'asked' : 'answered'}`, { words });
}

/**
 * What was done to make a file, as a person would say it: what was searched for, read, said. The hint as it stands
 * where it is not Fabula's own [S1-20].
 */
export function fileTitle(t: Translate, file: TitledFile, documents: readonly Titled[]): string {
  const { hint, source } = file;
  if (source?.type === 'attachment') return t('context-files:titles.attached', { what: hint });
  const words = doneWords(t, file, documents) ?? saidWords(t, file);
  if (words !== null) return words;
  for (const { pattern, key } of known) {
    const what = pattern.exec(hint)?.[1];
    if (what !== undefined) return t(`context-files:titles.${key}`, { what });
  }
  return hint;
}

const noDocuments: readonly Titled[] = [];

/** Titles of files, chapters of the open book by their names. */
export function useFileTitle(): (file: TitledFile) => string {
  const { t } = useWords();
  const documents = useSession((session) => session.project?.documents ?? noDocuments);
  return (file) => fileTitle(t, file, documents);
}
