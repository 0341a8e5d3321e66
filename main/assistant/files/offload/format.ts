/** The words that stand for an offloaded output. */

/** Which words the conversation uses for an output (S1-01). */
export type OutputOrigin = 'bash' | 'terminal' | 'tool';

const labels: Readonly<Record<OutputOrigin, string>> = {
  bash: 'Bash',
  terminal: 'Terminal',
  tool: 'Tool',
};

const kibi = 1024;

/** Bytes as `14.1KB`, or `2.0MB` (S1-04). */
export const sizeLabel = (bytes: number): string => {
  const kilobytes = (bytes / kibi).toFixed(1);
  return Number(kilobytes) < kibi ? `${kilobytes}KB` : `${(bytes / kibi / kibi).toFixed(1)}MB`;
};

/** `[Bash output in context: aB3_x] (14.1KB)` */
export const referenceLine = (origin: OutputOrigin, id: string, bytes: number): string =>
  `[${labels[origin]} output in context: ${id}] (${sizeLabel(bytes)})`;

export const failureLine = '[Output truncated due to offload error]';

/** The first `count` characters, never half of one. */
export const takeFirstCharacters = (text: string, count: number): string => {
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
};

/** The parts of what stands for an offloaded output, a blank line after each but the last (S1-05). */
export const joinParts = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('\n\n');

/**
 * A whole output and what follows it, exactly one blank line between them (S1-06): most outputs end with a line end of
 * their own. Nothing of the output is left out, blank lines at its end neither.
 */
export const followOutput = (output: string, next: string | null): string => {
  if (next === null || output === '') return joinParts([output, next]);
  if (output.endsWith('\n\n')) return `${output}${next}`;
  return output.endsWith('\n') ? `${output}\n${next}` : `${output}\n\n${next}`;
};

export const exitLine = (exitCode: number | null | undefined): string | null =>
  exitCode === undefined ? null : `Exit Code: ${exitCode ?? 'none'}`;
