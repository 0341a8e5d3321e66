import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactKey } from '#main/ai/runs/keys/redact.ts';
import { completeBaseUrl } from '#main/ai/runs/models/base-url.ts';
import { delayBeforeAttempt } from '#main/ai/runs/streaming/ask-with-retries.ts';
import { explainFailure } from '#main/ai/runs/streaming/explain-failure.ts';
import { buildSinglePrompt } from '#main/ai/runs/streaming/single-prompt.ts';
import { nothingTold } from '#shared/told-tokens.ts';
import { reconcileUsage, usageOf } from '#main/ai/runs/streaming/usage.ts';

const coded = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });

describe('what went wrong, as one code', () => {
  it.each([
    ['ECONNREFUSED', 'MODEL_UNREACHABLE'],
    ['ENOTFOUND', 'MODEL_UNREACHABLE'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'MODEL_TLS_FAILED'],
    ['CERT_HAS_EXPIRED', 'MODEL_TLS_FAILED'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'MODEL_TLS_FAILED'],
    ['HPE_INVALID_CONSTANT', 'MODEL_PROTOCOL_WRONG'],
    ['ECONNRESET', 'MODEL_UNREACHABLE'],
  ])('%s is %s', (code, expected) => {
    expect(explainFailure(coded(code), { key: null, begun: false }).code).toBe(expected);
  });

  it('a connection lost after the first words is a broken stream', () => {
    const { code } = explainFailure(coded('ECONNRESET'), { key: null, begun: true });
    expect(code).toBe('MODEL_STREAM_BROKEN');
  });

  it('never holds the key, whatever is thrown (property)', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.string(), (key, around) => {
        fc.pre(key.trim().length >= 12 && !around.includes(key));
        const shown = redactKey(`${around}${key}${around}`, key);
        expect(shown.includes(key)).toBe(false);
      }),
    );
    expect(redactKey('Incorrect API key provided: sk-abcdef123456.', null)).not.toContain('abcdef');
  });
});

describe('pauses between tries', () => {
  const plan = { attempts: 4, firstDelay: 1000, maxDelayMs: 60_000 };
  it('grow, end, and obey the server within reason (property)', () => {
    expect(delayBeforeAttempt(1, 2500, plan, 0)).toBe(2500);
    expect(delayBeforeAttempt(1, 61_000, plan, 0)).toBeNull();
    expect(delayBeforeAttempt(4, null, plan, 0)).toBeNull();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, jitter) => {
          const delay = delayBeforeAttempt(attempt, null, plan, jitter) ?? -1;
          expect(delay).toBeGreaterThanOrEqual(1000 * 2 ** (attempt - 1));
          expect(delay).toBeLessThanOrEqual(60_000);
        },
      ),
    );
  });
});

describe('addresses', () => {
  it.each([
    ['openai-compatible', undefined, 'https://api.openai.com/v1'],
    ['openai-compatible', 'http://localhost:1234', 'http://localhost:1234/v1'],
    ['openai-compatible', 'http://localhost:1234/v1/', 'http://localhost:1234/v1'],
    [
      'openai-compatible',
      'https://x.example/compatible-mode/v1',
      'https://x.example/compatible-mode/v1',
    ],
    ['anthropic', undefined, 'https://api.anthropic.com/v1'],
    ['ollama', 'http://127.0.0.1:11434/', 'http://127.0.0.1:11434/api'],
    ['ollama', 'http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/api'],
    ['ollama', 'http://127.0.0.1:11434/api', 'http://127.0.0.1:11434/api'],
  ] as const)('%s %s is %s', (provider, given, expected) => {
    expect(completeBaseUrl(provider, given)).toBe(expected);
  });
});

describe('messages', () => {
  it('hold the prompt whole: stable before, varying behind, for any cut (property) [F5]', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.string({ minLength: 1 }),
        (systemPrompt, stable, rest) => {
          const parts = {
            systemPrompt,
            prompt: stable + rest,
            stablePrefixLength: stable.length,
            cacheMarks: stable === '' ? [] : [stable.length],
          };
          const blocks = buildSinglePrompt('anthropic', parts, true);
          const stableBlock = stable === '' ? '' : (blocks.system[1]?.content ?? '');
          expect(`${stableBlock}${blocks.user}`).toBe(stable + rest);
          const marks = blocks.system.map(({ providerOptions }) => providerOptions !== undefined);
          expect(marks).toEqual(stable === '' ? [true] : [false, true]);
          const plain = buildSinglePrompt('ollama', parts, true);
          expect(plain.system).toHaveLength(1);
          expect(plain.system[0]?.content.endsWith(stable)).toBe(true);
          expect(plain.user).toBe(rest);
        },
      ),
    );
  });
});

describe('usage', () => {
  it('costs add up and what is not said stays unknown (property) [N5]', () => {
    const prices = { currency: 'CNY', input: 4, cachedInput: 0.4, cacheWrite: 5, output: 16 };
    fc.assert(
      fc.property(
        fc.nat(50_000),
        fc.nat(50_000),
        fc.nat(50_000),
        fc.nat(5000),
        (fresh, read, write, output) => {
          const usage = usageOf(
            {
              inputTokens: fresh + read + write,
              cachedInputTokens: read,
              cacheWriteTokens: write,
              outputTokens: output,
            },
            prices,
          );
          expect(usage.cost).toBeCloseTo(
            (fresh * 4 + read * 0.4 + write * 5 + output * 16) / 1e6,
            10,
          );
        },
      ),
    );
    expect(usageOf(nothingTold, prices)).toMatchObject({
      inputTokens: null,
      cost: null,
      currency: null,
    });
    const forecast = { inputTokens: 110, cachedTokens: 40, cost: null };
    expect(reconcileUsage(forecast, usageOf(nothingTold, null)).inputError).toBeNull();
  });
});
