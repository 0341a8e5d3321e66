/** Hands output on line by line, as fences leave it. */
import type { ToolContext } from '../../tool.ts';

/** Longer lines are passed on in parts. */
const maxLineLength = 1_000_000;

export type LineFilter = {
  /** What may be handed on now. */
  push(text: string): string;
  /** The rest, when no more comes. */
  end(): string;
};

/** Hands text on by whole lines, each as the fences leave it (N3); at once where no fence hides a name. */
export const createLineFilter = (view: ToolContext['view']): LineFilter => {
  if (!view.hidesNames) return { push: (text) => text, end: () => '' };
  let pending = '';
  const shown = (text: string): string => (text === '' ? '' : view.redact(text).text);
  return {
    push(text) {
      const all = pending + text;
      const end = all.lastIndexOf('\n') + 1;
      const whole = all.length - end > maxLineLength ? all.length : end;
      pending = all.slice(whole);
      return shown(all.slice(0, whole));
    },
    end() {
      const rest = pending;
      pending = '';
      return shown(rest);
    },
  };
};
