/** The way to an embedding endpoint: what its texts cost is kept before they are sent, and settled after (N12). */
import type { Egress, Fetch } from '#main/egress/service.ts';
import type { Prices } from '#shared/domain/model-profile.ts';
import { isOwnMachine } from '#shared/own-machine.ts';
import { tokensAround } from '#shared/purse-excess.ts';
import { believedTokens, nothingTold, type ToldTokens } from '#shared/told-tokens.ts';

export type EmbedderOutlet = {
  egress: Pick<Egress, 'doorFor'>;
  countTokens(text: string): number;
};

/** Sends texts by the `fetch` it hands out. `ask` answers with the tokens the endpoint reports, null where it does not. */
export type PayForTexts = <T>(
  texts: readonly string[],
  projectId: string,
  ask: (send: Fetch) => Promise<{ answer: T; tokens: number | null }>,
) => Promise<T>;

/** No tokenizer makes more of a text than it has bytes, but for the marks around it: the window of an embedder nobody knows. */
const limitOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text) + tokensAround, 0);

const toldOf = (tokens: number | null, limit: number): ToldTokens =>
  believedTokens(
    { ...nothingTold, inputTokens: tokens, outputTokens: 0 },
    { limit, isWritten: false },
  );

/** Errors of what it is handed, and PURSE_EXCEEDED. */
export const createPayForTexts =
  (
    { egress, countTokens }: EmbedderOutlet,
    endpoint: { baseUrl: string; prices?: Pick<Prices, 'currency' | 'input'> | undefined },
  ): PayForTexts =>
  async (texts, projectId, ask) => {
    const door = egress.doorFor({
      projectId,
      forecast: {
        purpose: 'embedding',
        inputTokens: texts.reduce((sum, text) => sum + countTokens(text), 0),
        outputTokens: 0,
        prices: endpoint.prices ? { ...endpoint.prices, output: 0 } : null,
        isOwnMachine: isOwnMachine(endpoint.baseUrl),
      },
      count: countTokens,
    });
    try {
      const { answer, tokens } = await ask(door.send);
      door.settle(toldOf(tokens, limitOf(texts)), '');
      return answer;
    } catch (error) {
      door.settle(null, '');
      throw error;
    }
  };
