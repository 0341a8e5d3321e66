/** Looks for model servers on this machine. */
import type { LocalServer } from '#shared/contract/ai.ts';
import type { Fetch } from '#main/egress/service.ts';
import type { Provider } from '#shared/domain/model-profile.ts';
import { providerFacts } from './providers.ts';

/** A place where a local model server usually listens. */
export type DefaultPlace = { name: string; provider: Provider; baseUrl: string };

/** Loopback only, by number: a name could be somebody else's machine. */
export const defaultPlaces: readonly DefaultPlace[] = [
  { name: 'Ollama', provider: 'ollama', baseUrl: 'http://127.0.0.1:11434/api' },
  { name: 'LM Studio', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:8000/v1' },
];

/** A server of this machine answers at once or is not there. Ms. */
const timeoutMs = 1000;
const maxModels = 200;
/** A list of models is short; what is longer is something else. Bytes. */
const maxAnswerLength = 1_000_000;

/** Whatever goes wrong means the same here: no model server at this place. */
const look = async (send: Fetch, place: DefaultPlace): Promise<LocalServer | null> => {
  const { modelList } = providerFacts[place.provider];
  try {
    const response = await send(`${place.baseUrl}${modelList.path}`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok || text.length > maxAnswerLength) return null;
    const models = modelList.names(JSON.parse(text));
    return models && { ...place, models: models.slice(0, maxModels) };
  } catch {
    return null;
  }
};

/** The model servers running on this machine, asked all at once. */
export const findLocalServers = async (
  send: Fetch,
  places: readonly DefaultPlace[],
): Promise<LocalServer[]> =>
  (await Promise.all(places.map((place) => look(send, place)))).filter((server) => server !== null);
