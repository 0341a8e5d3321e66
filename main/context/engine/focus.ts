/** The text around the cursor that says what the scene is about, with what the writer asks. */

/** Code units of it before and after the cursor, and of the instruction. */
export const focusBefore = 1200;
export const focusAfter = 300;
export const focusAsked = 2000;

export const focusOf = (before: string, after: string, additionalInput: string): string =>
  [before.slice(-focusBefore), after.slice(0, focusAfter), additionalInput.slice(0, focusAsked)]
    .filter((part) => part !== '')
    .join('\n');
