/** The words that stand for what left a prompt. */
import { beginningWithin } from '#main/base/text/graphemes.ts';

const howToRead = 'Use Read tool to view details.';

/** What prompts show of an offloaded message (S2-06). `address`: `context://<conversationId>/<path>`. */
export const offloadedPlaceholder = (address: string): string =>
  `[Content offloaded]\nPath: ${address}\n${howToRead}`;

/** What they show of one that was taken out without a record of its own (S2-08). */
export const removedPlaceholder = (address: string): string =>
  `<removed to save context>\nPath: ${address}\n${howToRead}`;

/** UTF-16 units. */
const shownOfQuestion = 800;

/** A question that is being answered keeps its beginning: nothing could be answered without it. */
export const questionPlaceholder = (text: string, address: string): string =>
  `${beginningWithin(text, shownOfQuestion)}\n\n${offloadedPlaceholder(address)}`;
