/** The way to an embedding endpoint: what its texts cost is kept before they are sent, and settled after (N12). */
import type { Egress, Fetch, ModelDoor } from '#main/egress/service.ts';
import type { Prices } from '#shared/domain/model-profile.ts';
import { isOwnMachine } from '#shared/own-machine.ts';

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

const reportOf = (tokens: number | null): Parameters<ModelDoor['settle']>[0] => ({
  inputTokens: tokens,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: 0,
});

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
      door.settle(reportOf(tokens), '');
      return answer;
    } catch (error) {
      door.settle(reportOf(null), '');
      throw error;
    }
  };
