import { toolWords } from '#renderer/app/tool-words.ts';
import type { Translate } from '#renderer/i18n/index.ts';

/** Hints are written for the model, in English; these are the ones Fabula gives itself. */
const known = [
  { pattern: /^Output of (?:the tool )?(.+), in full$/u, key: 'whole' },
  { pattern: /^Output of (?:the tool )?(.+)$/u, key: 'output' },
  {
    pattern: /^Messages (.+) of the conversation as they were before they were archived$/u,
    key: 'archive',
  },
  { pattern: /^Summary of messages (.+) of the conversation$/u, key: 'summary' },
  { pattern: /^(A message) of the conversation in full$/u, key: 'message' },
  { pattern: /^(What) was offloaded from the conversation, and when$/u, key: 'log' },
  { pattern: /^Recovered: (.+)$/u, key: 'recovered' },
  { pattern: /^Imported: (.+)$/u, key: 'imported' },
] as const;

/** A file's hint in the language of the interface; as it stands where it is not Fabula's own. */
export function fileTitle(t: Translate, hint: string): string {
  for (const { pattern, key } of known) {
    const what = pattern.exec(hint)?.[1];
    if (what === undefined) continue;
    const isTools = key === 'whole' || key === 'output';
    return t(`context-files:titles.${key}`, { what: isTools ? toolWords(t, what) : what });
  }
  return hint;
}
