import { describe, expect, it } from 'vitest';
import {
  draftOfProfile,
  draftOfServer,
  draftOfService,
  freshId,
  readDraft,
} from '#renderer/features/models/draft.ts';
import { isLocal, serviceAt } from '#renderer/features/models/services.ts';
import type { ModelProfile } from '#shared/domain/model-profile.ts';

const none = new Set<string>();
const deepseek = { ...draftOfService('deepseek'), model: 'deepseek-chat', apiKey: ' sk-1 ' };

describe('the form of a model', () => {
  it('stores what was typed, full-width digits too, with a name of its own', () => {
    const { value } = readDraft(
      { ...deepseek, contextWindow: '６４,000' },
      new Set(['deepseek-chat']),
    );
    expect(value).toEqual({
      id: 'deepseek-chat-2',
      provider: 'openai-compatible',
      baseUrl: 'https://api.deepseek.com/v1',
      model: 'deepseek-chat',
      contextWindow: 64_000,
      maxInput: null,
      apiKey: 'sk-1',
      prices: null,
    });
  });

  it('F25 sends no key unless one was typed, and an empty one only to remove it', () => {
    expect(readDraft({ ...deepseek, apiKey: null }, none).value).not.toHaveProperty('apiKey');
    expect(readDraft({ ...deepseek, apiKey: '' }, none).value?.apiKey).toBe('');
  });

  it.each([
    ['baseUrl', { baseUrl: 'api.deepseek.com' }],
    ['baseUrl', { baseUrl: 'file:///etc/passwd' }],
    ['model', { model: '  ' }],
    ['contextWindow', { contextWindow: '100' }],
    ['contextWindow', { contextWindow: 'many' }],
    ['maxOutput', { maxOutput: '64000' }],
    ['maxInput', { maxInput: '64001' }],
    ['maxInput', { maxInput: '60001', maxOutput: '4000' }],
    ['maxInput', { maxInput: '0' }],
    ['prices', { inputPrice: '2' }],
    ['prices', { inputPrice: '2', outputPrice: '8', currency: '' }],
  ])('names %s as what cannot be stored', (field, change) => {
    const { value, faults } = readDraft({ ...deepseek, ...change }, none);
    expect(value).toBeNull();
    expect(Object.keys(faults ?? {})).toEqual([field]);
  });

  it('takes a stored model apart and puts it together again', () => {
    const profile: ModelProfile = {
      id: 'mine',
      provider: 'ollama',
      baseUrl: 'http://127.0.0.1:11434/api',
      model: 'qwen3:8b',
      contextWindow: 8192,
      maxOutput: 1024,
      maxInput: 5000,
      toolProtocol: 'react',
      caching: false,
      prices: { currency: '¥', input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 8 },
      tokenizer: { name: 'x', exactness: 'estimate', margin: 0.1 },
      keySource: 'none',
      keyVariable: 'X',
      selected: true,
    };
    const draft = draftOfProfile(profile);
    expect(draft.service).toBe('ollama');
    const { id, provider, baseUrl, model, contextWindow, maxOutput } = profile;
    const { maxInput, prices } = profile;
    const stored = { id, provider, baseUrl, model, contextWindow, maxOutput, maxInput, prices };
    expect(readDraft(draft, new Set(['mine'])).value).toEqual(stored);
    // Left at the usual limit it has no figure, and follows a smaller window.
    const regular = draftOfProfile({ ...profile, maxInput: 8192 - 1024 });
    expect(regular.maxInput).toBe('');
    expect(readDraft({ ...regular, contextWindow: '4096' }, none).value?.maxInput).toBeNull();
  });

  it('offers a server of this machine as the service it is', () => {
    const server = { name: 'LM Studio', provider: 'openai-compatible' as const, models: [] };
    const draft = draftOfServer({ ...server, baseUrl: 'http://127.0.0.1:1234/v1' }, 'qwen3');
    expect(draft.service).toBe('lmstudio');
    expect(serviceAt('openai-compatible', 'http://10.0.0.2:8000/v1')).toBe('other');
    expect(isLocal(draft.baseUrl)).toBe(true);
    expect(isLocal('https://api.deepseek.com/v1')).toBe(false);
    expect(freshId('通义 Max', none)).toBe('Max');
    expect(freshId('通义', none)).toBe('model');
  });
});
