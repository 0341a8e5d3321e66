import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommand } from '#main/hosts/cli/arguments.ts';

describe('the command line', () => {
  it('reads serve', () => {
    expect(parseCommand(['serve'])).toEqual({
      kind: 'serve',
      dataDir: null,
      port: 0,
      open: true,
      json: false,
      start: null,
    });
    const all = 'serve --data-dir D --port 80 --no-open --json --sample zh-CN'.split(' ');
    expect(parseCommand(all)).toEqual({
      kind: 'serve',
      dataDir: 'D',
      port: 80,
      open: false,
      json: true,
      start: { sample: 'zh-CN' },
    });
  });

  it('reads call and inspect', () => {
    expect(parseCommand(['call', 'projects:list', '{}', '--data-dir', 'D'])).toEqual({
      kind: 'call',
      dataDir: 'D',
      channel: 'projects:list',
      input: '{}',
    });
    expect(parseCommand(['test', '书', '--json', '--junit', 'r.xml'])).toEqual({
      ...{ kind: 'test', dataDir: null, folder: '书', json: true, junit: 'r.xml' },
    });
    expect(parseCommand(['test'])).toMatchObject({ kind: 'usage' });
    expect(parseCommand(['call', 'projects:list', '-'])).toMatchObject({ input: '-' });
    expect(parseCommand(['inspect', '书', '--chapter', '3', '--cursor', '0', '--json'])).toEqual({
      kind: 'inspect',
      dataDir: null,
      target: { project: '书' },
      chapter: 3,
      cursor: 0,
      skill: 'continue',
      json: true,
    });
    expect(parseCommand(['inspect', '--sample', 'en'])).toMatchObject({ target: { sample: 'en' } });
  });

  it('reads bundle, in both directions [B9]', () => {
    const line = ['bundle', 'export', '书', 'b.fabula', '--replace', '--data-dir', 'D'];
    expect(parseCommand(line)).toEqual({
      kind: 'bundle',
      dataDir: 'D',
      bundle: { action: 'export', folder: '书', file: 'b.fabula', replace: true, json: false },
    });
    expect(parseCommand(['bundle', 'import', 'b.fabula', '--json'])).toEqual({
      kind: 'bundle',
      dataDir: null,
      bundle: { action: 'import', file: 'b.fabula', into: null, json: true },
    });
    const into = ['bundle', 'import', 'b.fabula', '--into', '书'];
    expect(parseCommand(into)).toMatchObject({ bundle: { into: '书' } });
  });

  it('reads mcp [N16]', () => {
    expect(parseCommand(['mcp', '书', '--data-dir', 'D'])).toEqual({
      kind: 'mcp',
      dataDir: 'D',
      folder: '书',
    });
  });

  it('answers everything else with the usage', () => {
    for (const line of [
      '',
      'paint',
      'serve --colour red',
      'serve extra',
      'serve --port',
      'serve --port 70000',
      'serve --port 1.5',
      'serve --port -1',
      'serve --sample fr',
      'serve --project a --sample en',
      'call projects:list',
      'call projects:list {} more',
      'bundle',
      'bundle export 书',
      'bundle export 书 b.fabula more',
      'bundle export 书 b.fabula --into x',
      'bundle import',
      'bundle import b.fabula more',
      'bundle import b.fabula --replace',
      'mcp',
      'mcp a b',
      'inspect',
      'inspect a b',
      'inspect a --sample en',
      'inspect a --chapter 0',
      'inspect a --chapter 二',
    ]) {
      expect([line, parseCommand(line.split(' ').filter(Boolean)).kind]).toEqual([line, 'usage']);
    }
    expect(parseCommand(['--help']).kind).toBe('help');
    expect(parseCommand(['serve', '--help']).kind).toBe('help');
    expect(parseCommand(['--version']).kind).toBe('version');
  });

  it('never throws', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'serve',
        'call',
        'inspect',
        '--port',
        '--json',
        '--data-dir',
        '--no-open',
        '--',
        '-',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(parseCommand(words).kind).toMatch(/^(help|version|usage|serve|call|inspect)$/);
      }),
    );
  });
});
