import type { ModelServer } from '#tests/helpers/model-server.ts';
import type { Desk } from './desk.ts';

/** Connects the scripted model, in a small window, as a writer would connect a real one. */
export async function connectScriptedModel(desk: Desk, server: ModelServer): Promise<void> {
  await desk.call('ai:models:save', {
    id: 'scripted',
    provider: 'openai-compatible',
    baseUrl: `${server.url}/v1`,
    model: 'scripted',
    contextWindow: 8000,
    maxOutput: 1000,
  });
}
