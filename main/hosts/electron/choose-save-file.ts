/** Where a file goes, with the ending of its format: a dialog of the system may leave that to who types the name. */
import path from 'node:path';

type Asking = {
  /** What the system's dialog answers; it asks by itself before a file that is there is replaced. */
  ask(defaultPath: string): Promise<string | null>;
  isThere(file: string): Promise<boolean>;
};

/**
 * Null when the writer cancelled. A name without the ending of `suggested` gets it; a file that is there under that name is
 * asked for once more, for nobody asked whether it may be replaced.
 */
export const chooseSaveFile = async (
  suggested: string,
  { ask, isThere }: Asking,
): Promise<string | null> => {
  const ending = path.extname(suggested);
  for (let shown = suggested; ; ) {
    const chosen = await ask(shown);
    if (chosen === null) return null;
    const isWhole = chosen.toLowerCase().endsWith(ending.toLowerCase());
    const whole = isWhole ? chosen : `${chosen}${ending}`;
    if (isWhole || !(await isThere(whole))) return whole;
    shown = whole;
  }
};
