import type { EmbedderChoice } from '#shared/domain/settings.ts';
import type { Secrets } from '#main/platform.ts';
import { createPayForTexts, type EmbedderOutlet } from './embedder-door.ts';
import type { Embedder } from './embedder.ts';
import { createOllamaEmbedder } from './ollama.ts';
import { createOpenAiEmbedder } from './openai-compatible.ts';

/** Under which name the keychain holds the key of an embedding endpoint. */
export const embedderSecret = (baseUrl: string): string => `embedder:${baseUrl}`;

/** The plugged-in embedder of the settings; null for what needs no address: the built-in one, a model in a folder, and none. */
export const chooseEndpoint = async (
  choice: EmbedderChoice,
  secrets: Secrets | null,
  outlet: EmbedderOutlet,
): Promise<Embedder | null> => {
  switch (choice.kind) {
    case 'none':
    case 'builtin':
    case 'model':
      return null;
    case 'ollama':
      return createOllamaEmbedder(
        choice.baseUrl,
        choice.model,
        await keyOf(choice.baseUrl, secrets),
        createPayForTexts(outlet, choice),
      );
    case 'openai-compatible':
      return createOpenAiEmbedder(
        choice.baseUrl,
        choice.model,
        await keyOf(choice.baseUrl, secrets),
        createPayForTexts(outlet, choice),
      );
  }
};

const keyOf = async (baseUrl: string, secrets: Secrets | null): Promise<string | null> =>
  secrets?.available() ? secrets.get(embedderSecret(baseUrl)) : null;
