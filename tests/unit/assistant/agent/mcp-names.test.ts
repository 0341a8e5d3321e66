import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultText } from '#main/assistant/agent/mcp/result-text.ts';
import { fingerprintServer, serverLine } from '#main/assistant/agent/mcp/server-identity.ts';
import { nameTools } from '#main/assistant/agent/mcp/tool-names.ts';

const tool = (server: string, name: string) => ({ server, tool: name });

describe('names of the tools of MCP servers', () => {
  it('are their own, unless they clash with ours or with each other', () => {
    expect(
      nameTools(
        [
          tool('a', 'echo'),
          tool('a', 'Read'),
          tool('b', 'find'),
          tool('c', 'find'),
          tool('雪', 'x y'),
        ],
        ['Read'],
      ),
    ).toEqual(['echo', 'a__Read', 'b__find', 'c__find', '___x_y']);
  });

  it('are always names a provider takes, each once, none of ours', () => {
    const word = fc.oneof(
      fc.constantFrom('Read', 'echo', 'a', 'a__b'),
      fc.string({ maxLength: 80 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word)), (pairs) => {
        const names = nameTools(
          pairs.map(([server, name]) => tool(server, name)),
          ['Read', 'Bash'],
        );
        expect(names).toHaveLength(pairs.length);
        expect(new Set(['Read', 'Bash', ...names]).size).toBe(pairs.length + 2);
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
    );
  });
});

describe('what the writer confirms of an MCP server', () => {
  const stdio = {
    kind: 'stdio' as const,
    command: 'npx',
    args: ['-y', 'a b'],
    env: { B: '2', A: '1' },
  };

  it('is the whole transport', () => {
    const same = { ...stdio, env: { A: '1', B: '2' } };
    expect(fingerprintServer(same)).toBe(fingerprintServer(stdio));
    const others = [
      { ...stdio, command: 'npx2' },
      { ...stdio, args: ['-y', 'a', 'b'] },
      { ...stdio, args: ['-y a b'] },
      { ...stdio, env: { A: '1', B: '3' } },
      { ...stdio, env: { A: '1' } },
      { kind: 'http' as const, url: 'https://a.example/' },
      { kind: 'http' as const, url: 'https://a.example/mcp' },
    ];
    expect(new Set([stdio, ...others].map(fingerprintServer)).size).toBe(others.length + 1);
    expect(new Set([stdio, ...others].map(serverLine)).size).toBe(others.length + 1);
  });

  it('is shown as a line that gives no argument, value or key in an address away', () => {
    const line = serverLine({ ...stdio, env: { API_KEY: 'sk-very-secret' } });
    expect(line).toMatch(/^API_KEY=#[0-9a-f]{8} npx #[0-9a-f]{8} #[0-9a-f]{8}$/);
    const address = serverLine({ kind: 'http', url: 'https://u:pw@a.example/mcp?key=k' });
    expect(address).toMatch(/^https:\/\/•{8}@a\.example\/mcp\?•{8} #[0-9a-f]{8}$/);
  });
});

describe('the text of an MCP result', () => {
  it('has every part, what is no text by its kind and size', () => {
    const data = Buffer.from('12345').toString('base64');
    expect(
      resultText({
        content: [
          { type: 'text', text: '一' },
          { type: 'image', data, mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'a://b', text: '二' } },
          { type: 'resource', resource: { uri: 'a://c', blob: data } },
          { type: 'resource_link', uri: 'a://d', name: 'd' },
        ],
      }),
    ).toBe(
      '一\n\n[image image/png, 5 bytes, not shown]\n\n[resource a://b]\n二\n\n[resource a://c, 5 bytes, not shown]\n\n[link a://d] d',
    );
    expect(resultText({ content: [], structuredContent: { a: 1 } })).toBe('{"a":1}');
    expect(resultText({ content: [] })).toBe('');
  });
});
