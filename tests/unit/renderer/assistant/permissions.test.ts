import { describe, expect, it } from 'vitest';
import { forecastWords } from '#renderer/features/assistant/composer/forecast-words.ts';
import { askedFor } from '#renderer/features/assistant/permissions/asked-for.ts';
import { createI18n } from '#renderer/i18n/index.ts';
import type { Json } from '#shared/errors.ts';

const request = (tool: string, input: Json, rule = 'rule') =>
  askedFor({ requestId: 'r', projectId: 'p', conversationId: 'c', turnId: 't', tool, input, rule });

describe('leave that is asked for', () => {
  it('shows the whole command, arguments told apart', () => {
    expect(request('Bash', { command: 'wc -m *.md | sort' })).toMatchObject({
      kind: 'command',
      exact: 'wc -m *.md | sort',
    });
    expect(request('Bash', { command: 'wc -m a.md' }, '$ wc -m').covers).toBe('wc -m');
    expect(
      request('terminal_create', { command: 'npm', args: ['run', 'two words', 'a;b'] }).exact,
    ).toBe('npm run "two words" "a;b"');
  });

  it('names the host of an address and the command line of a server', () => {
    const page = request('web_read', { url: 'https://example.org:8443/a?b' });
    expect(page).toMatchObject({
      kind: 'web',
      exact: 'https://example.org:8443/a?b',
      name: 'example.org:8443',
    });
    expect(request('mcp:notes', {}, 'npx notes-server --all')).toMatchObject({
      kind: 'server',
      exact: 'npx notes-server --all',
      name: 'notes',
    });
  });

  it('shows what any other tool was given', () => {
    expect(request('lookup', { a: 1 })).toMatchObject({
      kind: 'tool',
      exact: '{\n  "a": 1\n}',
      name: 'lookup',
    });
    expect(request('Bash', 'rm -rf').exact).toBe('');
  });
});

describe('what a turn would take', () => {
  const forecast = {
    inputTokens: 8213,
    contextWindow: 16_000,
    threshold: 12_800,
    willCompact: true,
    cost: 0.0123,
    currency: '¥',
    exactness: 'exact' as const,
  };
  it('S4-20 is said in tokens and money, and that older rounds come first', async () => {
    const { t } = await createI18n('zh-CN');
    expect(forecastWords(t, 'zh-CN', forecast)).toEqual([
      ...['约 8.2k 词元', '¥0.012', '将先归纳较早的对话'],
    ]);
    const cheap = { ...forecast, inputTokens: 640, cost: null, currency: null, willCompact: false };
    expect(forecastWords(t, 'zh-CN', cheap)).toEqual(['约 640 词元']);
  });
});
