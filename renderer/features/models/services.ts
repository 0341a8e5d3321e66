import type { Provider } from '#shared/domain/model-profile.ts';

/** What a writer knows by name, with where it usually answers and what its models usually read, in tokens. */
export type Service = {
  id: string;
  provider: Provider;
  baseUrl: string;
  needsKey: boolean;
  contextWindow: number;
};

export const services = [
  {
    id: 'openai',
    provider: 'openai-compatible',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    contextWindow: 128_000,
  },
  {
    id: 'anthropic',
    provider: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    contextWindow: 200_000,
  },
  {
    id: 'deepseek',
    provider: 'openai-compatible',
    baseUrl: 'https://api.deepseek.com/v1',
    needsKey: true,
    contextWindow: 64_000,
  },
  {
    id: 'qwen',
    provider: 'openai-compatible',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    needsKey: true,
    contextWindow: 128_000,
  },
  {
    id: 'ollama',
    provider: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/api',
    needsKey: false,
    contextWindow: 8192,
  },
  {
    id: 'lmstudio',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    contextWindow: 8192,
  },
  {
    id: 'other',
    provider: 'openai-compatible',
    baseUrl: '',
    needsKey: true,
    contextWindow: 32_000,
  },
] as const satisfies readonly Service[];

export type ServiceId = (typeof services)[number]['id'];

export const serviceById = (id: ServiceId): Service =>
  services.find((service) => service.id === id) ?? services[6];

/** The service an address belongs to; `other` for one that is in no list. */
export const serviceAt = (provider: Provider, baseUrl: string): ServiceId => {
  const address = baseUrl.replace(/\/+$/u, '');
  const known = services.find(
    (service) => service.provider === provider && service.baseUrl === address,
  );
  if (known !== undefined) return known.id;
  return provider === 'openai-compatible' ? 'other' : provider;
};

/** Whether an address is this machine's. */
export const isLocal = (baseUrl: string): boolean =>
  URL.canParse(baseUrl) &&
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(new URL(baseUrl).hostname);
